#include <libfringe.h>
#include <stdio.h>
#include <string.h>

static const char map[] = "type octile\nheight 5\nwidth 9\nmap\n"
						  ".........\n"
						  "..@@@@@..\n"
						  "......@..\n"
						  "..@@@@@..\n"
						  ".........\n";

int
main(void)
{
	fr_cell start = {4, 2}, goal = {8, 2};
	fr_finder *finder;
	fr_answer answer;
	fr_error error;
	fr_text text;

	if (fr_open(map, strlen(map), "octile", &finder, &error) ||
		fr_find(finder, start, goal, "auto", &answer, &error))
	{
		fr_error_text(&error, "map", error.length, &text);
		fprintf(stderr, "%s\n", text.message);
		return 1;
	}
	printf("cost %.3f, %d nodes expanded:", answer.cost, (int) answer.result.expanded);
	for (size_t i = 0; i < answer.count; i++)
		printf(" (%d,%d)", answer.cells[i].x, answer.cells[i].y);
	printf("\n");
	fr_close(finder);
	return 0;
}
