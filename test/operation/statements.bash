# shellcheck shell=bash
# Statements of many kinds with their answers, for tests that run them for long beside a server: test/operation/soak, test/operation/connections.

fail() { echo "${0##*/}: $*" >&2; exit 1; }

sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

# expect() fails where an answer differs; refused() where a statement does not fail as it should.
create_checks() {
    sql <<'SQL'
CREATE EXTENSION fringe;
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET client_min_messages = warning', current_database()); END $$;
CREATE FUNCTION expect(cost float8, answer float8, id int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    IF answer IS DISTINCT FROM cost THEN
        RAISE 'question %: answer %, not %', id, answer, cost;
    END IF;
    RETURN 1;
END $$;
CREATE FUNCTION refused(statement text, state text) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        EXECUTE statement;
    EXCEPTION WHEN others THEN
        IF SQLSTATE <> state THEN
            RAISE 'refused with %: %', SQLSTATE, statement;
        END IF;
        RETURN 1;
    END;
    RAISE 'not refused: %', statement;
END $$;
SQL
}

# 40 worlds, 100 questions on each, answered by other methods than the statements below ask.
create_mixed() {
    sql <<'SQL'
CREATE TABLE world AS
    SELECT i AS id, CASE i % 4
        WHEN 0 THEN gridmap_caves(100, 80, 0.4, i)
        WHEN 1 THEN gridmap_rooms(100, 80, 5 + i % 20, i)
        WHEN 2 THEN gridmap_maze(100, 80, 1 + i % 5, i, 0.1)
        ELSE gridmap_walls(100, 80, 50 + i, 12, i) END AS map
    FROM generate_series(0, 39) i;
ALTER TABLE world ADD PRIMARY KEY (id), ADD linked gridmap, ADD index gridindex, ADD heavy gridindex, ADD lines gridindex, ADD field gridfield;
UPDATE world SET
    linked = gridmap_link(map, ARRAY(SELECT format('(%s,%s)>(%s,%s)=%s', i * 7 % 100, i * 3 % 80, i * 13 % 100, i * 29 % 80, i % 4)::gridlink
        FROM generate_series(1, 20) i)),
    index = fringe_index(map), heavy = fringe_index(map, 'octile(obstacle=3)'), lines = fringe_index(map, 'anyangle'),
    field = fringe_field(map, ARRAY[gridcell(50, 40), gridcell(20, 70), gridcell(77, 7)]);
CREATE TABLE asked AS
    SELECT world.id * 100 + i AS id, world.id AS world, gridcell(i * 7 % 100, i * 11 % 80) AS start, gridcell(i * 13 % 100, i * 17 % 80) AS goal
    FROM world, generate_series(0, 99) i;
ALTER TABLE asked ADD PRIMARY KEY (id), ADD octile float8, ADD heavy float8, ADD linked float8, ADD lines float8, ADD linked_lines float8, ADD field float8;
UPDATE asked SET
    octile = fringe_cost(map, start, goal, 'octile', 'astar(open=heap)'),
    heavy = fringe_cost(map, start, goal, 'octile(obstacle=3)', 'astar(open=heap)'),
    linked = (SELECT cost FROM fringe_costs(world.linked, start, ARRAY[goal])),
    lines = fringe_cost(map, start, goal, 'anyangle', 'visibility'),
    linked_lines = (SELECT cost FROM fringe_costs(world.linked, start, ARRAY[goal], 'anyangle')),
    field = (SELECT min(fringe_cost(map, start, g, 'octile', 'astar')) FROM unnest('{"(50,40)","(20,70)","(77,7)"}'::gridcell[]) g)
    FROM world WHERE world.id = asked.world;
CREATE TABLE edited AS SELECT id, map FROM world;
ALTER TABLE edited ADD PRIMARY KEY (id);
VACUUM ANALYZE;
SELECT format('%s questions, paths for %s, %s with weights, %s with links, %s by straight lines, %s by both', count(*), count(octile), count(heavy), count(linked), count(lines), count(linked_lines)) FROM asked;
SQL
}

# One kind a line: its weight, and what is selected of a question `a` and its world `w`.
kinds() {
    cat <<'END'
8 expect(octile, fringe_cost(map, start, goal), a.id)
4 expect(octile, fringe_cost(map, start, goal, 'octile', (ARRAY['fringe', 'astar(open=list)', 'astar(heuristic=alt)', 'jump'])[1 + a.id % 4]::gridmethod), a.id)
4 expect(heavy, fringe_cost(map, start, goal, 'octile(obstacle=3)'), a.id)
4 expect(octile, (SELECT max(total_cost) FROM fringe_path(map, start, goal)), a.id)
4 expect(octile, gridpath_cost(fringe_route(map, start, goal), map), a.id)
2 expect(octile, (SELECT cost FROM fringe_costs(map, start, ARRAY[start, goal]) WHERE goal = a.goal LIMIT 1), a.id)
4 expect(octile, fringe_cost(index, start, goal), a.id)
4 expect(heavy, gridpath_cost(fringe_route(heavy_index, start, goal), map, 'octile(obstacle=3)'), a.id)
2 expect(lines, fringe_cost(lines_index, start, goal), a.id)
2 expect(lines, fringe_cost(map, start, goal, 'anyangle'), a.id)
4 expect(linked, fringe_cost(linked_map, start, goal), a.id)
4 expect(linked, gridpath_cost(fringe_route(linked_map, start, goal), linked_map), a.id)
2 expect(linked_lines, fringe_cost(linked_map, start, goal, 'anyangle'), a.id)
2 expect(linked_lines, gridpath_cost(fringe_route(linked_map, start, goal, 'anyangle'), linked_map, 'anyangle'), a.id)
2 expect(field_cost, gridfield_cost(field, start), a.id)
2 expect(NULL, fringe_cost(gridmap_set(map, ARRAY[start], '@'), start, goal), a.id)
2 expect(NULL, nullif(length(fringe_svg(map, fringe_route(map, start, goal))) > 500, true)::int, a.id)
2 expect(NULL, nullif((SELECT count(*) FROM fringe_reach(map, start, 10)) >= 0, true)::int, a.id)
1 refused(format('SELECT fringe_cost(map, %L, ''(100,1)'') FROM world WHERE id = %s', start, w.id), '22023')
1 refused(format('SELECT fringe_cost(map, %L, %L, ''octile(obstacle'') FROM world WHERE id = %s', start, goal, w.id), '22P02')
END
}

# write_mixed FOLDER: a script of pgbench a kind, and one that writes; $mixed are the options that name them.
write_mixed() {
    local weight what n=0
    mixed=()
    while read -r weight what; do
        n=$((n + 1))
        cat >"$1/kind$n" <<-END
			\\set id random(0, 3999)
			SELECT $what FROM (SELECT id, world, start, goal, octile, heavy, linked, lines, linked_lines, field AS field_cost FROM asked) a
			    JOIN (SELECT id, map, linked AS linked_map, index, heavy AS heavy_index, lines AS lines_index, field FROM world) w ON w.id = a.world WHERE a.id = :id;
		END
        mixed+=(-f "$1/kind$n@$weight")
    done < <(kinds)
    cat >"$1/writes" <<-'END'
		\set id random(0, 39)
		\set x random(0, 99)
		BEGIN;
		UPDATE edited SET map = gridmap_set(map, ARRAY[gridcell(:x, :x % 80)], chr(46 + (:x % 2) * 18)) WHERE id = :id;
		SELECT expect(CASE WHEN :x % 2 = 0 THEN 0 END, fringe_cost(map, gridcell(:x, :x % 80), gridcell(:x, :x % 80)), :id) FROM edited WHERE id = :id;
		COMMIT;
	END
    mixed+=(-f "$1/writes@1")
}

# ---- running them -----------------------------------------------------------------

# A row a backend and sample. One that ended in between has no memory.
watch_memory() {
    while sleep "$1"; do
        sql -c "INSERT INTO memory SELECT now(), pid, kb FROM (
            SELECT pid, substring(pg_read_file('/proc/' || pid || '/status', 0, 8192, true) FROM 'RssAnon:\s*(\d+)')::bigint AS kb
            FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) b WHERE kb IS NOT NULL"
    done
}

# run_mixed SECONDS OPTION...: pgbench with these options, while memory is sampled each so many seconds; it connects as $connection
# says, assignments of variables. Fails where an answer is wrong.
run_mixed() {
    local watcher status=0
    sql -c 'CREATE TABLE memory (at timestamptz, pid int, kb bigint)'
    watch_memory "$1" &
    watcher=$!
    env "${connection[@]}" pgbench -n "${@:2}" "${mixed[@]}" >"$TMPDIR/said" 2>"$TMPDIR/wrong" || status=$?
    kill "$watcher"
    wait "$watcher" 2>/dev/null || true
    grep -E '^(number of (transactions|failed)|latency average|tps)' "$TMPDIR/said" | sed 's/^/- /'
    [ "$status" -eq 0 ] && [ ! -s "$TMPDIR/wrong" ] ||
        { head -n 20 "$TMPDIR/wrong" >&2; fail 'an answer is wrong, or a session was lost'; }
}

# What backends had in memory that is theirs alone: caches fill at first, then nothing grows.
tell_memory() {
    echo
    echo '| quarter | backends | mean, not shared, kB | at most, kB |'
    echo '| --: | --: | --: | --: |'
    sql -F ' | ' -c "
        CREATE VIEW quarter AS SELECT ntile(4) OVER (ORDER BY at) AS quarter, * FROM memory;
        SELECT '| ' || quarter, count(DISTINCT pid), round(avg(kb)), max(kb) || ' |' FROM quarter GROUP BY quarter ORDER BY quarter"
    [ "$(sql -c "SELECT max(kb) FILTER (WHERE quarter = 4) - max(kb) FILTER (WHERE quarter = 3) < 2048 AND
            avg(kb) FILTER (WHERE quarter = 4) - avg(kb) FILTER (WHERE quarter = 3) < 1024 FROM quarter")" = t ] ||
        fail 'memory grew'
}
