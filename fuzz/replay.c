/*
 * replay.c - a main() that replays inputs without libFuzzer, a test each
 *
 *     replay FILE...
 *
 * Inputs are run one after the other in one process, so that what one leaves
 * behind meets the next.  After one that ends the process another goes on.
 */
#define _DEFAULT_SOURCE

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz.h"

#define MAX_INPUT (1 << 20)
#define PATIENCE 60 /* seconds: an input that takes so long never ends */

/* The input has nothing around it: tools see a read that leaves it. */
static void
replay_input(const char *name)
{
	static uint8_t buffer[MAX_INPUT];
	FILE *file = fopen(name, "rb");
	size_t size;
	uint8_t *data;

	must(file != NULL, "the file can be opened");
	size = fread(buffer, 1, sizeof buffer, file);
	must(!ferror(file) && feof(file), "the file can be read");
	fclose(file);
	data = exact_copy(buffer, size);
	alarm(PATIENCE);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	printf("ok - %s\n", name);
}

/* In a process of its own, from *next on; true: to the end. */
static bool
replay_from(volatile int *next, int count, char **names)
{
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (child == 0)
	{
		for (; *next < count; ++*next)
			replay_input(names[*next]);
		fflush(stdout);
		_exit(0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int
main(int argc, char **argv)
{
	int *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE,
					 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int failures = 0;

	must(next != MAP_FAILED, "memory can be shared");
	setvbuf(stdout, NULL, _IOLBF, 0); /* nothing is lost with a process */
	for (*next = 1; *next < argc && !replay_from(next, argc, argv); ++*next)
	{
		printf("not ok - %s\n", argv[*next]);
		failures++;
	}
	return failures > 0;
}
