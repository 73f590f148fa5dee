/*
 * memory_limit.c - the value of fringe.max_memory, which only superusers may set
 *
 * A session that has not loaded the library keeps the setting as a text without a meaning, a
 * placeholder. Of the sources of such a text, the server keeps only the one that counts most. It
 * checks the text when the library defines the setting, and refuses a connection option of a user
 * who may not set it. The server has forgotten the values of the role, the database and its own
 * file by then, so the setting would get the built-in default.
 *
 * Therefore this file reads the value of the next source again, from the catalog, the command line
 * or the server's files. It reads nothing in a session without a refused text.
 */
#include "pg/module.h"

#include <limits.h>

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_db_role_setting.h"
#include "catalog/pg_type.h"
#include "storage/fd.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/guc_tables.h"
#include "utils/rel.h"

#define SETTING "fringe.max_memory"

int fringe_max_memory = 1024 * 1024;

Size
fringe_memory_limit(void)
{
	return (Size) fringe_max_memory * 1024;
}

/* The setting, or its placeholder; NULL if there is neither. */
static const struct config_generic *
find_setting(void)
{
	int count;
	struct config_generic **settings = FRINGE_SETTINGS(&count);

	for (int i = 0; i < count; i++)
		if (pg_strcasecmp(settings[i]->name, SETTING) == 0)
			return settings[i];
	return NULL;
}

/* Sets the value that a source has; false if the server refuses it. */
static bool
take(const char *value, GucContext context, GucSource source, Oid role)
{
	/* as a function's SET, which parallel operations allow, too; it becomes the session's default */
	(void) set_config_option_ext(SETTING, value, context, source, role, GUC_ACTION_SAVE,
								 true, WARNING, false);
	return find_setting()->reset_source == source;
}

/* ---- ALTER ROLE and ALTER DATABASE ------------------------------------------- */

/* The text after "fringe.max_memory=", or NULL if the text is of another setting. */
static const char *
value_of(const char *text)
{
	return pg_strncasecmp(text, SETTING "=", strlen(SETTING "=")) == 0
			   ? text + strlen(SETTING "=")
			   : NULL;
}

static const char *
value_in_array(ArrayType *array)
{
	const char *value = NULL;
	Datum *texts;
	bool *nulls;
	int count;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &texts, &nulls, &count);
	for (int i = 0; i < count && value == NULL; i++)
		if (!nulls[i])
			value = value_of(TextDatumGetCString(texts[i]));
	return value;
}

/* The setting of a role in a database; 0 means all roles or all databases. */
static const char *
value_in_catalog(Relation settings, Oid database, Oid role)
{
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;
	const char *value = NULL;

	ScanKeyInit(&keys[0], Anum_pg_db_role_setting_setdatabase, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(database));
	ScanKeyInit(&keys[1], Anum_pg_db_role_setting_setrole, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(role));
	scan =
		systable_beginscan(settings, DbRoleSettingDatidRolidIndexId, true, NULL, 2, keys);
	while (value == NULL && HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		bool is_null;
		Datum array = heap_getattr(tuple, Anum_pg_db_role_setting_setconfig,
								   RelationGetDescr(settings), &is_null);

		if (!is_null)
			value = value_in_array(DatumGetArrayTypeP(array));
	}
	systable_endscan(scan);
	return value;
}

static bool
take_from_catalog(GucSource below)
{
	Oid role = GetAuthenticatedUserId();
	const struct
	{
		GucSource source;
		Oid database;
		Oid role;
	} places[] = {
		{PGC_S_DATABASE_USER, MyDatabaseId, role},
		{PGC_S_USER, InvalidOid, role},
		{PGC_S_DATABASE, MyDatabaseId, InvalidOid},
		{PGC_S_GLOBAL, InvalidOid, InvalidOid},
	};
	Relation settings;
	bool taken = false;

	/* a server that preloads the library knows no role yet */
	if (!IsTransactionState() || !OidIsValid(MyDatabaseId))
		return false;
	settings = table_open(DbRoleSettingRelationId, AccessShareLock);
	for (int i = 0; i < lengthof(places) && !taken; i++)
	{
		const char *value =
			places[i].source < below
				? value_in_catalog(settings, places[i].database, places[i].role)
				: NULL;

		taken = value && take(value, PGC_SUSET, places[i].source, BOOTSTRAP_SUPERUSERID);
	}
	table_close(settings, AccessShareLock);
	return taken;
}

/* ---- the server's command line and files ------------------------------------- */

/* The postmaster writes its command line into this file: a program, and arguments in quotes. */
#define COMMAND_LINE "postmaster.opts"

static bool
take_from_command_line(void)
{
	FILE *file = AllocateFile(COMMAND_LINE, "r");
	const char *found = NULL;
	StringInfoData line;
	char *argument;
	int byte;

	if (file == NULL)
		return false;
	initStringInfo(&line);
	while ((byte = fgetc(file)) != EOF)
		appendStringInfoChar(&line, (char) byte);
	FreeFile(file);
	for (argument = strchr(line.data, '"'); argument; argument = strchr(argument, '"'))
	{
		char *end = strchr(++argument, '"');
		char *name;
		char *value;

		if (end == NULL)
			break;
		*end = '\0';
		if (strncmp(argument, "--", 2) == 0 || strncmp(argument, "-c", 2) == 0)
			argument += 2;
		ParseLongOption(argument, &name, &value);
		if (value && pg_strcasecmp(name, SETTING) == 0)
			found = value; /* the last one counts */
		argument = end + 1;
	}
	return found && take(found, PGC_POSTMASTER, PGC_S_ARGV, BOOTSTRAP_SUPERUSERID);
}

/* A file with an error counts as far as it can be read. */
static bool
take_from_files(void)
{
	ConfigVariable *first = NULL;
	ConfigVariable *last = NULL;
	const char *found = NULL;

	if (ConfigFileName)
		(void) ParseConfigFile(ConfigFileName, true, NULL, 0, 0, DEBUG1, &first, &last);
	(void) ParseConfigFile(PG_AUTOCONF_FILENAME, false, NULL, 0, 0, DEBUG1, &first,
						   &last);
	for (const ConfigVariable *item = first; item; item = item->next)
		if (item->name && item->value && pg_strcasecmp(item->name, SETTING) == 0)
			found = item->value; /* the last one counts */
	return found && take(found, PGC_SIGHUP, PGC_S_FILE, BOOTSTRAP_SUPERUSERID);
}

/* ---- the setting -------------------------------------------------------------- */

/*
 * Defines the setting. If the placeholder's value for the whole session is refused, the next source
 * counts that has a valid value.
 */
void
fringe_define_max_memory(void)
{
	const struct config_generic *before = find_setting();
	GucSource source = before ? before->reset_source : PGC_S_DEFAULT;
	GucContext context = before ? before->reset_scontext : PGC_INTERNAL;
	Oid role = before ? before->reset_srole : InvalidOid;
	const char *value = before ? GetConfigOptionResetString(SETTING) : NULL;

	value = value ? pstrdup(value) : NULL; /* the definition frees the placeholder */
	DefineCustomIntVariable(
		SETTING, "Maximum memory of one search, and of what a session keeps.",
		"A search that would need more fails.", &fringe_max_memory, 1024 * 1024, 64,
		INT_MAX, PGC_SUSET, GUC_UNIT_KB, NULL, NULL, NULL);
	if (find_setting()->reset_source >= source)
		return;
	/* a parallel operation refuses valid values, too */
	if (value && IsInParallelMode() && take(value, context, source, role))
		return;
	if (take_from_catalog(source))
		return;
	if (source > PGC_S_ARGV && take_from_command_line())
		return;
	if (source > PGC_S_FILE)
		take_from_files();
}
