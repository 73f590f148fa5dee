-- What newcomers type instead of what a type takes. Each error names the fault, and each piece of advice is followed: it makes what was meant.
CREATE SCHEMA near_misses;
SET search_path = near_misses, public;

-- The error of an expression, and its hint.
CREATE FUNCTION said(expression text, OUT error text, OUT hint text) LANGUAGE plpgsql AS $$
DECLARE detail text;
BEGIN
  EXECUTE 'SELECT ' || expression;
  error := 'none';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS error = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  error := concat_ws(' | ', SQLSTATE || ' ' || error, nullif(detail, ''));
END $$;
-- What an expression makes: the rows of a map, of an array, or of a text.
CREATE FUNCTION made(expression text, function text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE type text; made text;
BEGIN
  EXECUTE format('SELECT pg_typeof(%s)', expression) INTO type;
  IF type = 'gridmap' THEN EXECUTE format($q$SELECT split_part((%s)::text, E'\nmap\n', 2)$q$, expression) INTO made;
  ELSIF type = 'text[]' AND function IS NOT NULL THEN EXECUTE format($q$SELECT split_part(%s::text, E'\nmap\n', 2)$q$, format(function, expression)) INTO made;
  ELSIF type = 'text[]' THEN EXECUTE format($q$SELECT array_to_string(%s, E'\n')$q$, expression) INTO made;
  ELSE EXECUTE format('SELECT %s', expression) INTO made; END IF;
  RETURN translate(rtrim(made, E'\n'), E'\n', '/');
EXCEPTION WHEN OTHERS THEN RETURN SQLERRM;
END $$;

-- ---- maps ----------------------------------------------------------------

-- The rows, the function that takes them, and pairs of advice and what it makes. Of advice in prose, there is nothing to follow.
CREATE TABLE map_miss (id int GENERATED ALWAYS AS IDENTITY, function text, rows text, advice text[]);
INSERT INTO map_miss (function, rows, advice) VALUES
  ('%s::gridmap', $$'...\n.@.\n...'$$, ARRAY[$$replace(rows, '\n', E'\n')::gridmap$$, '.../.@./...']),
  ('%s::gridmap', $$'type octile\nheight 1\nwidth 2\nmap\n.@'$$, ARRAY[$$replace(rows, '\n', E'\n')::gridmap$$, '.@']),
  ('%s::gridmap', $$E'  ...\n  .@.\n  ...\n'$$, ARRAY[$$regexp_replace(rows, E'^[ \t]{2}', '', 'gn')::gridmap$$, '.../.@./...']),
  ('%s::gridmap', $$E'\n\t.@\n\t..\n\t'$$, ARRAY[$$regexp_replace(rows, E'^[ \t]{1}', '', 'gn')::gridmap$$, '.@/..']),
  ('%s::gridmap', $$E'  . .\n  .@.'$$, ARRAY[$$regexp_replace(rows, E'^[ \t]{2}', '', 'gn')$$, '. ./.@.', $$translate(rows, ' ', '@')::gridmap$$, '@@.@./@@.@.', $$translate(rows, ' ', '.')::gridmap$$, '...../...@.']),
  ('%s::gridmap', $$E'.. .\n....'$$, ARRAY[$$translate(rows, ' ', '@')::gridmap$$, '..@./....', $$translate(rows, ' ', '.')::gridmap$$, '..../....']),
  ('%s::gridmap', $$E'...\n.\t.'$$, ARRAY[$$translate(rows, E'\t', '@')::gridmap$$, '.../.@.', $$translate(rows, E'\t', '.')::gridmap$$, '.../...']),
  ('%s::gridmap', $$E'....\n.. .'$$, ARRAY[$$translate(rows, ' ', '@')::gridmap$$, '..../..@.', $$translate(rows, ' ', '.')::gridmap$$, '..../....']),
  ('%s::gridmap', $$'.....G'$$, ARRAY[$$gridmap(ARRAY['.....G'])$$, '.....G']),
  ('%s::gridmap', $$'.S.'$$, ARRAY[$$gridmap(ARRAY['.S.'])$$, '.S.']),
  ('%s::gridmap', $$repeat('.G', 30)$$, ARRAY[$$gridmap(ARRAY[rows])$$, repeat('.G', 30)]),
  ('%s::gridmap', $$'{...,.@.}'$$, ARRAY[$$gridmap('{...,.@.}'::text[])$$, '.../.@.']),
  ('%s::gridmap', $$'["...", ".@."]'$$, ARRAY[$$gridmap('["...", ".@."]'::jsonb)$$, '.../.@.']),
  ('%s::gridmap', $$'arena.map'$$, '{}'),
  ('%s::gridmap', $$'0,1,1'$$, '{}'),
  ('%s::gridmap', $$E'...\n.\n.....\n'$$, ARRAY[$$gridmap(ARRAY(SELECT rpad(row, max(length(row)) OVER (), '@') FROM regexp_split_to_table(btrim(rows, E'\r\n'), E'[ \t\r]*\n') AS row))$$, '...@@/.@@@@/.....']),
  ('%s::gridmap', $$E'\r\n...\r\n.. \r\n'$$, ARRAY[$$translate(rows, ' ', '@')::gridmap$$, '.../..@', $$translate(rows, ' ', '.')::gridmap$$, '.../...']),
  ('%s::gridmap', $$E'...\r\n..\r\n'$$, ARRAY[$$gridmap(ARRAY(SELECT rpad(row, max(length(row)) OVER (), '@') FROM regexp_split_to_table(btrim(rows, E'\r\n'), E'[ \t\r]*\n') AS row))$$, '.../..@']),
  ('%s::gridmap', $$E'type octile\nheight 2\nwidth 4\nmap\n...\n.@.\n'$$, ARRAY[$$regexp_replace(rows, '^.*?\nmap\s*?\n', '')::gridmap$$, '.../.@.']),
  ('%s::gridmap', $$E'type octile\r\nheight 1\r\nwidth 3\r\nmap\r\n. .\r\n'$$, ARRAY[$$translate(regexp_replace(rows, '^.*?\nmap\s*?\n', ''), ' ', '@')::gridmap$$, '.@.', $$translate(regexp_replace(rows, '^.*?\nmap\s*?\n', ''), ' ', '.')::gridmap$$, '...']),
  ('%s::gridmap', $$E' type octile\n height 2\n width 2\n map\n .@\n ..\n'$$, ARRAY[$$regexp_replace(rows, E'^[ \t]{1}', '', 'gn')::gridmap$$, '.@/..']),
  ('gridmap(%s)', $$ARRAY['...\n.@.\n...']$$, ARRAY[$$array_remove(string_to_array(array_to_string(rows, '\n'), '\n'), '')$$, '.../.@./...']),
  ('gridmap(%s)', $$ARRAY['...\n', '.@.\n']$$, ARRAY[$$array_remove(string_to_array(array_to_string(rows, '\n'), '\n'), '')$$, '.../.@.']),
  ('gridmap(%s)', $$ARRAY[E'...\n.@.\n...\n']$$, ARRAY[$$array_remove(string_to_array(array_to_string(rows, E'\n'), E'\n'), '')$$, '.../.@./...']),
  ('gridmap(%s)', $$ARRAY['  ...', '  .@.']$$, ARRAY[$$ARRAY(SELECT substr(row, 3) FROM unnest(rows) AS row)$$, '.../.@.']),
  ('gridmap(%s)', $$ARRAY['. .', '...']$$, ARRAY[$$ARRAY(SELECT translate(row, ' ', '@') FROM unnest(rows) AS row)$$, '.@./...', $$ARRAY(SELECT translate(row, ' ', '.') FROM unnest(rows) AS row)$$, '.../...']),
  ('gridmap(%s)', $$ARRAY['...', '.', '....']$$, ARRAY[$$ARRAY(SELECT rpad(row, max(length(row)) OVER (), '@') FROM unnest(rows) AS row)$$, '...@/.@@@/....']),
  ('gridmap(%s)', $$string_to_array(E'...\n.@.\n\n', E'\n')$$, ARRAY[$$array_remove(rows, '')$$, '.../.@.']),
  ('gridmap(%s)', $$string_to_array(E'\n...\n.@.', E'\n')$$, ARRAY[$$array_remove(rows, '')$$, '.../.@.']),
  ('gridmap(%s)', $$ARRAY['...', '', '...']$$, ARRAY[$$ARRAY(SELECT rpad(row, max(length(row)) OVER (), '@') FROM unnest(rows) AS row)$$, '.../@@@/...']),
  ($$gridmap_from_offset(%s, 'odd-r')$$, $$ARRAY['  ..', '  @.', '  ..']$$, ARRAY[$$ARRAY(SELECT substr(row, 3) FROM unnest(rows) AS row)$$, '|../|@./..|']),
  ($$gridmap_from_offset(%s, 'odd-r')$$, $$ARRAY['..', '@', '..']$$, ARRAY[$$ARRAY(SELECT rpad(row, max(length(row)) OVER (), '@') FROM unnest(rows) AS row)$$, '|../|@@/..|']),
  ('gridmap(%s)', $$'["...\\n.@."]'::jsonb$$, ARRAY[$$gridmap(array_remove(string_to_array(array_to_string(ARRAY(SELECT jsonb_array_elements_text(rows)), '\n'), '\n'), ''))$$, '.../.@.']),
  ('gridmap(%s)', $$'["...\n.@."]'::jsonb$$, ARRAY[$$gridmap(array_remove(string_to_array(array_to_string(ARRAY(SELECT jsonb_array_elements_text(rows)), E'\n'), E'\n'), ''))$$, '.../.@.']),
  ('gridmap(%s)', $$'["  ...", "  .@."]'::jsonb$$, ARRAY[$$gridmap(ARRAY(SELECT substr(row, 3) FROM jsonb_array_elements_text(rows) AS row))$$, '.../.@.']),
  ('gridmap(%s)', $$'[" . .", " .@."]'::jsonb$$, ARRAY[$$ARRAY(SELECT substr(row, 2) FROM jsonb_array_elements_text(rows) AS row)$$, '. ./.@.', $$gridmap(ARRAY(SELECT translate(row, ' ', '@') FROM jsonb_array_elements_text(rows) AS row))$$, '@.@./@.@.', $$gridmap(ARRAY(SELECT translate(row, ' ', '.') FROM jsonb_array_elements_text(rows) AS row))$$, '..../..@.']),
  ('gridmap(%s)', $$'["...", ".", "...."]'::jsonb$$, ARRAY[$$gridmap(ARRAY(SELECT rpad(row, max(length(row)) OVER (), '@') FROM jsonb_array_elements_text(rows) AS row))$$, '...@/.@@@/....']),
  ('gridmap(%s)', $$'["...", ".@.", ""]'::jsonb$$, ARRAY[$$gridmap(ARRAY(SELECT row FROM jsonb_array_elements_text(rows) AS row WHERE row <> ''))$$, '.../.@.']);
CREATE TABLE asked AS SELECT m.*, s.* FROM map_miss m, said(format('%s', format(function, rows || CASE WHEN function = '%s::gridmap' THEN '::text' ELSE '' END))) s;
\x
\pset format unaligned
SELECT function, rows, error, hint FROM asked ORDER BY id;
\x
\pset format aligned
-- Each piece of advice is in the hint, and makes what was meant. A hint has no other expression.
CREATE TABLE followed AS SELECT id, rows, hint, advice[2 * n - 1] AS piece, advice[2 * n] AS meant,
  made(regexp_replace(advice[2 * n - 1], '\mrows\M', replace('(' || rows || ')', '\', '\\'), 'g'), CASE WHEN advice[2 * n] LIKE '%% %%' THEN NULL WHEN function LIKE '%%::%%' THEN 'gridmap(%s)' ELSE function END) AS made
FROM asked, generate_series(1, cardinality(advice) / 2) n;
SELECT count(*) > 40 AS "many pieces", count(*) FILTER (WHERE position(piece IN hint) = 0) AS "not said", count(*) FILTER (WHERE made IS DISTINCT FROM meant) AS wrong,
  min(format('%s: %s makes %s, not %s', rows, piece, made, meant)) FILTER (WHERE made IS DISTINCT FROM meant) AS example FROM followed;
CREATE FUNCTION without(said text, pieces text[]) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1 .. cardinality(pieces) / 2 LOOP said := replace(said, pieces[2 * i - 1], ''); END LOOP;
  RETURN said;
END $$;
SELECT rows, without(hint, advice) AS unfollowed FROM asked WHERE without(hint, advice) ~ '\(' AND rows <> $$'arena.map'$$;

-- ---- other types ------------------------------------------------------------

-- An input, and the words that name its fault.
CREATE TABLE type_miss (id int GENERATED ALWAYS AS IDENTITY, input text, names text);
INSERT INTO type_miss (input, names) VALUES
  ($$'(2 0)'::gridcell$$, 'Did you mean (2,0)?'), ($$'2 0'::gridcell$$, 'Did you mean (2,0)?'), ($$'{2,0}'::gridcell$$, 'Did you mean (2,0)?'),
  ($$'(2;0)'::gridcell$$, 'Did you mean (2,0)?'), ($$'(2,-3'::gridcell$$, 'Did you mean (2,-3)?'), ($$'2x3'::gridcell$$, 'Did you mean (2,3)?'),
  ($$'(2,0)'::text::gridcell::text$$, 'none'), ($$'(2.5,1)'::gridcell$$, 'gridcell(x, y) rounds'), ($$'(2'::gridcell$$, 'double quotes'),
  ($$'(1,2,3)'::gridcell$$, 'a cell (x,y)'), ($$''::gridcell$$, 'a cell (x,y)'), ($$'(99999999999,0)'::gridcell$$, '32-bit'),
  ($$'(0,0),(1,0)'::gridpath$$, 'gridcell[]::gridpath'), ($$'[(0,0),(1,0)]'::gridpath$$, 'gridcell[]::gridpath'), ($$'{"(0,0)","(1,0)"}'::gridpath$$, 'gridcell[]::gridpath'),
  ($$'(0,0) e5'::gridpath$$, 'as in (0,0) E5'), ($$'(0,0) 5E'::gridpath$$, 'as in (0,0) E5'), ($$'E5'::gridpath$$, 'Write a cell and runs'),
  ($$'{"(0,0)","(1,0)"}'::gridcell[]::gridpath$$, 'none'),
  ($$'(0,0)-(1,0)'::gridlink$$, 'Write (3,4)>(40,4)'), ($$'(0,0)->(1,0)'::gridlink$$, 'Write (3,4)>(40,4)'), ($$'(0,0)>(0,0)'::gridlink$$, 'to itself'),
  ($$'(3,4)@5-8'::gridbusy$$, 'Write (3,4)@5..8'), ($$'(3,4)@8..5'::gridbusy$$, 'after the first one'), ($$'(3,4)@5'::gridbusy$$, 'for all ticks from 5 on'), ($$'[5,8)'::gridbusy$$, 'Write (3,4)@5..8'),
  ($$'octile(W=5'::gridmodel$$, 'closing parenthesis'), ($$'{octile(a=1, b=2)}'::gridmodel[]$$, 'double quotes'), ($$'octile W=5'::gridmodel$$, 'to end before'),
  ($$'octile(W:5)'::gridmodel$$, '"="'), ($$'octile(W5)'::gridmodel$$, 'Did you mean W=5?'), ($$'octile[W=5]'::gridmodel$$, 'in parentheses'), ($$'(W=5)'::gridmodel$$, 'a name'),
  ($$'W=5'::gridmodel$$, 'in parentheses behind a name'), ($$'astar'::gridmodel$$, 'name of a method'), ($$'manhattan'::gridmodel$$, 'tile'),
  ($$'octile(W=-1)'::gridmodel$$, '0 or a positive'), ($$'octile(W=1,5)'::gridmodel$$, '"="'),
  ($$'hex(odd-r)'::gridmodel$$, $n$gridmap_from_offset(rows, 'odd-r')$n$), ($$'hex(even-q)'::gridmodel$$, $n$gridmap_from_offset(rows, 'even-q')$n$),
  ($$'hex(layout=odd-r)'::gridmodel$$, 'gridmap_from_offset'), ($$'hex(orientation=pointy)'::gridmodel$$, 'gridmap_from_offset'),
  ($$'hex(corners=any)'::gridmodel$$, 'one, two or seven hexagons'), ($$'hex(speed=2)'::gridmodel$$, 'unknown key "speed" of model "hex" | '),
  ($$'anyangle(corners=any)'::gridmodel$$, 'straight in any direction'), ($$'anyangle(speed=2)'::gridmodel$$, 'unknown key "speed" of model "anyangle" | '),
  ($$'octile(layout=odd-r)'::gridmodel$$, 'Valid keys are'),
  ($$'astar(open=heap'::gridmethod$$, 'closing parenthesis'), ($$'dijkstra'::gridmethod$$, 'sweep'), ($$'a*'::gridmethod$$, 'astar'), ($$'octile'::gridmethod$$, 'name of a model'),
  ($$fringe_cost(gridmap('{.....,.....}'::text[]), '(1,4)', '(0,0)')$$, '(4,1) is on the map'), ($$fringe_cost(gridmap('{.....,.....}'::text[]), '(7,7)', '(0,0)')$$, 'The map is 5 cells wide'),
  ($$gridmap_rotate(gridmap('{..}'::text[]), 180)$$, '180 degrees are 2 quarter turns'), ($$gridmap_rotate(gridmap('{..}'::text[]), -90)$$, '-90 degrees are -1 quarter turns'),
  ($$gridmap_rotate(gridmap('{..}'::text[]), 5)$$, 'from -3 to 3'), ($$gridmap_rotate(gridmap('{..}'::text[]), -3)$$, 'none'),
  ($$gridmap_from_png('/a/arena.png')$$, 'a text, "/a/arena.png"'), ($$gridmap_from_pgm('arena.pgm')$$, 'pg_read_binary_file'), ($$gridmap_from_rexpaint('town.xp')$$, 'such as the name of a file'),
  ($$count(*) FROM fringe_alternatives(gridmap('{..}'::text[]), '(0,0)', '(1,0)', k => 0, pillar => 0)$$, 'pillar => 1');
CREATE TABLE named AS SELECT m.*, concat_ws(' | ', error, coalesce(hint, '')) AS said FROM type_miss m, said(input);
\x
\pset format unaligned
SELECT input, said FROM named ORDER BY id;
\x
\pset format aligned
SELECT count(*) AS inputs, count(*) FILTER (WHERE position(names IN said) = 0) AS "other faults", min(input || ': ' || said) FILTER (WHERE position(names IN said) = 0) AS example,
  count(*) FILTER (WHERE names ~ 'unknown key' AND said ~ 'hexagon,|straight in') AS "details of another key" FROM named;
-- Each type that has an input function of ours has a row.
SELECT typname AS "type without a near miss" FROM pg_type t JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'fringe'
WHERE typtype = 'b' AND typelem = 0 AND typname NOT IN ('gridmap', 'gridfield', 'gridindex') AND NOT EXISTS (SELECT FROM type_miss WHERE input ~ ('::' || typname || '(\M|\[)'));

-- ---- notices ------------------------------------------------------------------

-- Hexagons under models of squares, and the reverse; squares have no sides NE and SW. Once per model.
SET client_min_messages = notice;
CREATE TABLE hexagons AS SELECT gridmap_from_offset(array_fill('.....'::text, '{5}'), layout) AS map, layout FROM unnest('{odd-r,even-q,staggered-y-odd}'::text[]) layout;
SELECT layout, fringe_cost(map, gridcell_from_offset(map, 0, 0, layout), gridcell_from_offset(map, 4, 4, layout), 'octile(diagonal=1.4)') FROM hexagons WHERE layout = 'odd-r';
SELECT layout, fringe_cost(map, gridcell_from_offset(map, 0, 0, layout), gridcell_from_offset(map, 4, 4, layout), 'octile(diagonal=1.4)') FROM hexagons WHERE layout = 'even-q';
SELECT layout, fringe_cost(map, gridcell_from_offset(map, 0, 0, layout), gridcell_from_offset(map, 4, 4, layout), 'hex') FROM hexagons ORDER BY layout;
SELECT layout, fringe_cost(map, gridcell_from_offset(map, 0, 0, layout), gridcell_from_offset(map, 4, 4, layout), 'tile(straight=2)') FROM hexagons WHERE layout = 'staggered-y-odd';
SELECT fringe_cost(gridmap('{|..,...,..|}'::text[]), '(1,0)', '(1,2)', 'tile(straight=3)') AS "bars as terrain";
SELECT fringe_cost(gridmap_set_sides(gridmap('{...,...}'::text[]), '{"(0,1)"}', 'NE'), '(0,1)', '(1,0)') AS "a side of hexagons";
SELECT fringe_cost(gridmap_set_sides(gridmap('{...,...}'::text[]), '{"(0,1)"}', 'NE'), '(0,1)', '(1,0)', 'hex') AS "under hex";
SELECT fringe_cost(gridmap_set_sides(gridmap('{...,...}'::text[]), '{"(0,1)"}', 'N'), '(0,1)', '(1,0)', 'tile') AS "a side of squares";
RESET client_min_messages;

SET client_min_messages = warning;
DROP SCHEMA near_misses CASCADE;
