# Prints the statements of the second script that the first one lacks, as an upgrade runs them:
#
#     awk -f differences.awk fringe--1.0.sql fringe--1.1.sql
#
# A function is replaced, because it may exist with another definition. Types and operator classes that exist
# are left to the statements of before.sql and after.sql, because no CREATE changes them.

function words_of(statement) { gsub(/[ \t\n]+/, " ", statement); sub(/^ /, "", statement); return statement }
function object_of(words) { return match(words, /^CREATE (TYPE|OPERATOR CLASS) [a-z0-9_]+/) ? substr(words, 1, RLENGTH) : "" }

function take(statement,    words, object) {
	words = words_of(statement)
	object = object_of(words)
	if (NR == FNR) {
		old[words] = 1
		if (object != "") exists[object] = 1
	} else if (!(words in old) && !(object in exists)) {
		sub(/^CREATE FUNCTION/, "CREATE OR REPLACE FUNCTION", statement)
		print statement
	}
}

statement == "" && (/^[ \t]*(--.*)?$/ || /^\\/) { next }
{
	statement = statement (statement == "" ? "" : "\n") $0
	code = $0
	sub(/[ \t]+--.*$/, "", code)
	if (gsub(/\$\$/, "&", code) % 2) quoted = !quoted
	if (code ~ /BEGIN ATOMIC/) atomic = 1
	if (code ~ /^END;/) atomic = 0
	if (!quoted && !atomic && code ~ /;$/) {
		take(statement)
		statement = ""
	}
}
END {
	if (statement != "") {
		print "no end of the statement: " statement > "/dev/stderr"
		exit 1
	}
}
