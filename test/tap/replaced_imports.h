/*
 * replaced_imports.h - replaces functions and variables that the libraries of fringe take from the server
 *
 * The dynamic linker keeps the address of each in a table of a library. Here the table
 * gets another address, so that a test observes the library as it is released.
 */
#ifndef REPLACED_IMPORTS_H
#define REPLACED_IMPORTS_H

#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
#define IS_ADDRESS(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
#define IS_ADDRESS(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
#error "no names of relocations for this processor"
#endif

typedef struct Import
{
	const char *name;
	void *replacement;
} Import;

typedef struct ImportSearch
{
	const char *library; /* the end of its path */
	const Import *imports;
	int count;
	int replaced; /* -1: the library is not loaded */
} ImportSearch;

static void
replace_in_table(ImportSearch *search, ElfW(Addr) base, const ElfW(Rela) * table,
				 size_t bytes, const ElfW(Sym) * symbols, const char *names)
{
	size_t page = (size_t) sysconf(_SC_PAGESIZE);

	for (size_t i = 0; i < bytes / sizeof *table; i++)
	{
		void **slot = (void **) (base + table[i].r_offset);
		const char *name = names + symbols[ELF64_R_SYM(table[i].r_info)].st_name;

		if (!IS_ADDRESS(ELF64_R_TYPE(table[i].r_info)))
			continue;
		for (int k = 0; k < search->count; k++)
		{
			if (strcmp(name, search->imports[k].name) != 0)
				continue;
			mprotect((void *) ((size_t) slot / page * page), page,
					 PROT_READ | PROT_WRITE);
			*slot = search->imports[k].replacement;
			search->replaced++;
		}
	}
}

static int
replace_in_library(struct dl_phdr_info *info, size_t size, void *argument)
{
	ImportSearch *search = argument;
	size_t length = strlen(info->dlpi_name);
	size_t ending = strlen(search->library);
	const ElfW(Rela) * tables[2] = {NULL, NULL};
	size_t bytes[2] = {0, 0};
	const ElfW(Sym) *symbols = NULL;
	const char *names = NULL;

	if (length < ending ||
		strcmp(info->dlpi_name + length - ending, search->library) != 0)
		return 0;
	search->replaced = 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
	{
		if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
			continue;
		for (const ElfW(Dyn) *d =
				 (const ElfW(Dyn) *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
			 d->d_tag != DT_NULL; d++)
			switch (d->d_tag)
			{
				case DT_JMPREL:
					tables[0] = (const ElfW(Rela) *) d->d_un.d_ptr;
					break;
				case DT_PLTRELSZ:
					bytes[0] = d->d_un.d_val;
					break;
				case DT_RELA:
					tables[1] = (const ElfW(Rela) *) d->d_un.d_ptr;
					break;
				case DT_RELASZ:
					bytes[1] = d->d_un.d_val;
					break;
				case DT_SYMTAB:
					symbols = (const ElfW(Sym) *) d->d_un.d_ptr;
					break;
				case DT_STRTAB:
					names = (const char *) d->d_un.d_ptr;
					break;
			}
	}
	for (int i = 0; i < 2; i++)
		replace_in_table(search, info->dlpi_addr, tables[i], bytes[i], symbols, names);
	return 1;
}

static const char *const libraries[] = {"/fringe.so", "/fringe_formats.so"};

/* Replaces the imports of both libraries; raises an error if it finds fewer than `least` in one. */
static void
replace_imports(const Import *imports, int count, int least)
{
	for (int i = 0; i < 2; i++)
	{
		ImportSearch search = {libraries[i], imports, count, -1};

		dl_iterate_phdr(replace_in_library, &search);
		if (search.replaced < least)
			elog(ERROR, "%s is not loaded, or its imports have other names",
				 libraries[i]);
	}
}

#endif /* REPLACED_IMPORTS_H */
