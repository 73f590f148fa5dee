-- links: the type, maps that have them, and what each function does with such a map
SET jit = off;
SELECT '(3,4)>(40,4)=2:k'::gridlink, ' 3 , 4 > 40,4 = 0.50 '::gridlink, '(40,4)<>(3,4)'::gridlink, '(3,4)<>(40,4)'::gridlink = '(40,4)<>(3,4)=1.0' AS equal,
  gridlink('(3,4)', '(5,5)') AS plain, gridlink('(3,4)', '(5,5)', 2.5) AS cost,
  gridlink('(5,5)', '(3,4)', twoway => true, code => ':') AS coded, gridlink('(5,5)', '(3,4)', 0) AS free;
-- costs that are sqrt2 times a number
SELECT '(3,4)>(40,4)=sqrt2'::gridlink, '(3,4)>(40,4)=2sqrt2:k'::gridlink, ' 3 , 4 > 40,4 = 0.50 * sqrt2 '::gridlink, '(3,4)>(4,5)=1*sqrt2'::gridlink = '(3,4)>(4,5)=sqrt2' AS equal,
  '(3,4)>(4,5)=0*sqrt2'::gridlink = '(3,4)>(4,5)=0' AS free, '(3,4)>(4,5)=sqrt2'::gridlink = '(3,4)>(4,5)' AS one,
  gridlink('(3,4)', '(5,5)', 2, sqrt2 => true) AS made, gridlink('(3,4)', '(5,5)', 0, sqrt2 => true) AS "made free", gridlink('(3,4)', '(5,5)', sqrt2 => NULL) AS none;
SELECT '(3,4)>(3,5)=2*sqrt3'::gridlink;
SELECT '(3,4)>(3,5)=-1*sqrt2'::gridlink;
SELECT '(3,4)>(3,5)=0.1234567891*sqrt2'::gridlink;
SELECT '(3,4)>(3,4)'::gridlink;
SELECT '(3,4)-(3,5)'::gridlink;
SELECT '(3,4)<(3,5)'::gridlink;
SELECT '(3,4)>(3,70000)'::gridlink;
SELECT '(3,4)>(3,5)=2x'::gridlink;
SELECT '(3,4)>(3,5):'::gridlink;
SELECT '(3,4)>(3,5):door'::gridlink;
SELECT '(3,4)>(3,5):k=2'::gridlink;
SELECT '{(3,4)>(3,5)}'::gridlink[];
SELECT '(3,4)>(3,5)='::gridlink;
SELECT '(3,4)>(3,5)=0.1234567891'::gridlink;
SELECT gridlink('(3,4)', '(5,5)', -1);
SELECT gridlink('(3,4)', '(5,5)', 'NaN');
SELECT gridlink('(3,4)', '(3,4)');
SELECT gridlink('(3,4)', '(-1,0)');
SELECT gridlink('(3,4)', '(5,5)', code => NULL) AS "no code", gridlink(NULL, '(5,5)') AS start, gridlink('(3,4)', NULL) AS goal,
  gridlink('(3,4)', '(5,5)', NULL) AS cost, gridlink('(3,4)', '(5,5)', twoway => NULL) AS twoway;
SELECT gridlink('(3,4)', '(5,5)', code => 'kk');
SELECT gridlink('(3,4)', '(5,5)', code => ' ');
-- order and hash: each pair of links is less, equal or greater in all ways
CREATE TABLE link AS SELECT l
FROM unnest('{"(1,0)>(0,1)","(0,1)>(1,0)","(1,0)<>(0,1)","(1,0)>(0,1)=2","(1,0)>(0,1)=2:k","(1,0)>(2,0)","(9,0)>(1,0)",
  "(0,0)>(9,9)","(1,0)>(0,1)=1.0","(1,0)>(0,1)=sqrt2","(1,0)>(0,1)=2*sqrt2","(1,0)>(0,1)=2sqrt2:k"}'::gridlink[]) l;
SELECT array_agg(l ORDER BY l) AS ordered, count(DISTINCT l) AS different FROM link;
SELECT count(*) AS pairs,
  failing((a.l, b.l)::text) FILTER (WHERE (a.l < b.l)::int + (a.l = b.l)::int + (a.l > b.l)::int <> 1 OR (a.l <= b.l) <> (a.l < b.l OR a.l = b.l)
    OR (a.l >= b.l) <> (b.l <= a.l) OR (a.l <> b.l) = (a.l = b.l)
    OR sign(gridlink_cmp(a.l, b.l)) <> -sign(gridlink_cmp(b.l, a.l)) OR (a.l = b.l) <> (a.l::text = b.l::text)
    OR (a.l = b.l AND (gridlink_hash(a.l), gridlink_hash_extended(a.l, 7)) <> (gridlink_hash(b.l), gridlink_hash_extended(b.l, 7)))) AS wrong
FROM link a, link b;
SELECT bool_and(amvalidate(oid)) AS valid FROM pg_opclass WHERE opcname = 'gridlink_ops';
SELECT count(*) AS joined FROM link a JOIN link b USING (l);

-- a map with links, and its rows
CREATE TABLE house AS SELECT gridmap_link(map, '{"(0,0)>(4,2)=2:k","(3,0)<>(0,1)","(0,0)>(4,2)=2:k","(4,2)>(0,0)=0"}') AS map,
  map AS plain
FROM gridmap('{.....,.@@@.,.....}'::text[]) map;
SELECT map FROM house;
SELECT l.* FROM house, gridmap_links(map) l;
SELECT count(*) AS none FROM house, gridmap_links(plain);
-- columns of a link make it again, whatever it costs
SELECT count(*), bool_and(gridlink(l.start, goal, cost, twoway, code, l.sqrt2) = link) AS again, count(*) FILTER (WHERE l.sqrt2) AS sqrt2
FROM unnest('{0,1,2.5,0.000000001,999999999.999999999,100000000}'::numeric[]) price, unnest('{NULL,k}'::text[]) door, unnest('{f,t}'::bool[]) both_ways, unnest('{f,t}'::bool[]) diagonal,
  gridmap_link(gridmap('{..}'::text[]), ARRAY[gridlink('(0,0)', '(1,0)', price, both_ways, door, diagonal)]) map, gridmap_links(map) l;
-- adding what is there, and taking away what is not, changes nothing; without links the map is the first, to the byte
SELECT gridmap_link(map, '{"(0,1)<>(3,0)"}') = map AS again, gridmap_link(map, '{}') = map AS nothing,
  gridmap_link(plain, '{}') = plain AS "nothing to a plain one", gridmap_unlink(map, '{"(0,0)>(4,2)=3:k"}') = map AS other,
  gridmap_unlink(gridmap_unlink(map, '{"(3,0)<>(0,1)"}'), '{"(0,0)>(4,2)=2:k","(4,2)>(0,0)=0"}') = plain AS each,
  gridmap_unlink(map) = plain AS all, gridmap_unlink(plain) = plain AS none,
  gridmap_send(gridmap_unlink(map)) = gridmap_send(plain) AS bytes, map = plain AS same,
  gridmap_digest(map) = gridmap_digest(plain) AS "same digest", map <> gridmap_unlink(map, '{"(4,2)>(0,0)=0"}') AS "other links"
FROM house;
SELECT gridmap_link(map, '{"(0,0)>(5,0)"}') FROM house;
SELECT gridmap_link(map, '{"(0,3)>(0,0)"}') FROM house;
SELECT gridmap_link(map, ARRAY[NULL]::gridlink[]) FROM house;
SELECT gridmap_unlink(map, ARRAY[NULL]::gridlink[]) FROM house;
SELECT gridmap_link(gridmap_walls(400, 400, 0, 1, 1), array_agg(gridlink(gridcell(i % 399, i / 399), '(399,399)'))) FROM generate_series(0, 100000) i;
-- text, with links in any order and more than once; jsonb
SELECT (gridmap_unlink(map)::text || E'(4,2)>(0,0)=0\r\n\n(0,1)<>(3,0)\n(0,1)<>(3,0)\n(0,0)>(4,2)=2:k')::gridmap = map AS same,
  map::text::gridmap = map AS text, map::jsonb::gridmap = map AS jsonb, map::jsonb
FROM house;
SELECT (plain::text || '(0,0)>(5,0)')::gridmap FROM house;
SELECT (plain::text || '(0,0)>(0,0)')::gridmap FROM house;
SELECT (plain::text || '(0,0)>')::gridmap FROM house;
SELECT (plain::text || E'(0,0)>(1,0)\n.....')::gridmap FROM house;
SELECT '["..", ["(0,0)>(1,0)"]]'::jsonb::gridmap::jsonb, '["..", []]'::jsonb::gridmap = gridmap('{..}'::text[]) AS empty;
SELECT '["..", ["(0,0)>(2,0)"]]'::jsonb::gridmap;
SELECT '["..", ["(0,0)"]]'::jsonb::gridmap;
SELECT '["..", [1]]'::jsonb::gridmap;
SELECT '["..", ["(0,0)>(1,0)"], ".."]'::jsonb::gridmap;
SELECT '[["(0,0)>(1,0)"]]'::jsonb::gridmap;

-- maps of 0, 1, 2, 4 and 8 bits a cell with links of all kinds; what copies keep
CREATE TABLE world AS
SELECT codes, gridmap_link(map, links) AS map, map AS plain
FROM unnest('{1,2,4,13,60}'::int[]) codes, LATERAL mixed_map(17, 11, codes) map,
  LATERAL (SELECT array_agg(gridlink(gridcell(i * 7 % 17, i * i % 11),
    gridcell((i * 5 + 3 + codes) % 17, (i + i / 11 + codes) % 11), i % 4 * 0.5, i % 3 = 0,
    CASE WHEN i % 5 = 0 THEN 'k' ELSE '' END, i % 7 = 0)) AS links
    FROM generate_series(1, 60) i WHERE gridcell(i * 7 % 17, i * i % 11) <> gridcell((i * 5 + 3 + codes) % 17, (i + i / 11 + codes) % 11)) l;
SELECT codes, (SELECT count(*) FROM gridmap_links(map)) > 40 AS links, map::text::gridmap = map AS text,
  map::jsonb::gridmap = map AS jsonb, gridmap_unlink(map) = plain AS unlinked,
  gridmap_link(plain, array(SELECT link FROM gridmap_links(map) ORDER BY random())) = map AS linked FROM world ORDER BY codes;
CREATE FUNCTION links_at(map gridmap, x text, y text, width int, height int) RETURNS gridlink[] LANGUAGE plpgsql AS $$
DECLARE links gridlink[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT gridlink(a, b, cost, twoway, code, sqrt2))
    FROM gridmap_links($1), LATERAL (SELECT gridcell_x(start) AS x, gridcell_y(start) AS y) s, LATERAL (SELECT gridcell(%1$s, %2$s) AS a) a,
      LATERAL (SELECT gridcell_x(goal) AS x, gridcell_y(goal) AS y) g, LATERAL (SELECT gridcell(%3$s, %4$s) AS b) b
    WHERE least(gridcell_x(a), gridcell_y(a), gridcell_x(b), gridcell_y(b)) >= 0
      AND greatest(gridcell_x(a), gridcell_x(b)) < %5$s AND greatest(gridcell_y(a), gridcell_y(b)) < %6$s',
    replace(replace(x, 'X', 's.x'), 'Y', 's.y'), replace(replace(y, 'X', 's.x'), 'Y', 's.y'),
    replace(replace(x, 'X', 'g.x'), 'Y', 'g.y'), replace(replace(y, 'X', 'g.x'), 'Y', 'g.y'), width,
    height) INTO links USING map;
  RETURN coalesce(links, '{}');
END $$;
SELECT name, count(*) AS maps, count(*) FILTER (WHERE links > 0) AS "with links",
  failing((name, expected)::text) FILTER (WHERE copy IS DISTINCT FROM expected) AS wrong
FROM (SELECT name, copy, gridmap_link(of_plain, expected) AS expected, cardinality(expected) AS links FROM world, LATERAL (VALUES
  ('set', gridmap_set(map, '{"(3,3)"}', 'Q'), gridmap_set(plain, '{"(3,3)"}', 'Q'), links_at(map, 'X', 'Y', 17, 11)),
  ('fill', gridmap_fill(map, '(3,3)', '(8,8)', '@'), gridmap_fill(plain, '(3,3)', '(8,8)', '@'), links_at(map, 'X', 'Y', 17, 11)),
  ('crop', gridmap_crop(map, '(12,9)', '(2,1)'), gridmap_crop(plain, '(12,9)', '(2,1)'), links_at(map, 'X - 2', 'Y - 1', 11, 9)),
  ('crop to a cell', gridmap_crop(map, '(2,1)', '(2,1)'), gridmap_crop(plain, '(2,1)', '(2,1)'), '{}'),
  ('resize', gridmap_resize(map, 10, 20), gridmap_resize(plain, 10, 20), links_at(map, 'X', 'Y', 10, 20)),
  ('rotate', gridmap_rotate(map), gridmap_rotate(plain), links_at(map, '10 - Y', 'X', 11, 17)),
  ('rotate 2', gridmap_rotate(map, 2), gridmap_rotate(plain, 2), links_at(map, '16 - X', '10 - Y', 17, 11)),
  ('rotate 3', gridmap_rotate(map, 3), gridmap_rotate(plain, 3), links_at(map, 'Y', '16 - X', 11, 17)),
  ('flip x', gridmap_flip(map), gridmap_flip(plain), links_at(map, '16 - X', 'Y', 17, 11)),
  ('flip y', gridmap_flip(map, 'y'), gridmap_flip(plain, 'y'), links_at(map, 'X', '10 - Y', 17, 11)),
  ('overlay', gridmap_overlay(map, gridmap_crop(map, '(0,0)', '(9,9)'), '(5,1)'),
    gridmap_overlay(plain, gridmap_crop(plain, '(0,0)', '(9,9)'), '(5,1)'), links_at(map, 'X', 'Y', 17, 11)
    || links_at(gridmap_crop(map, '(0,0)', '(9,9)'), 'X + 5', 'Y + 1', 17, 11))) v (name, copy, of_plain, expected)) c
GROUP BY name ORDER BY name;

-- every function that has a map as argument: it takes one with links, or says that it does not, whatever the model and method
CREATE TABLE argument (type regtype, name text, value text, PRIMARY KEY (type, name));
INSERT INTO argument VALUES ('gridmap', '', 'map'), ('gridmodel', '', '''octile'''), ('gridmethod', '', '''auto'''),
  ('gridcell', '', '''(0,0)'''), ('gridcell[]', '', '''{"(1,0)"}'''), ('gridpath', '', '''(0,0) E1'''),
  ('gridpath[]', '', '''{"(0,0) E1"}'''), ('gridmap[]', '', '''{}'''), ('int[]', '', '''{}'''),
  ('gridcell_value[]', '', '''{}'''), ('gridlink[]', '', '''{}'''), ('gridbusy[]', '', '''{}'''), ('text', 'least', '''sum'''), ('text', 'priority', '''together'''), ('jsonb', '', '''{}'''), ('int', '', '1'),
  ('int[]', 'agents', '''{1}'''), ('int[]', 'ticks', '''{1}'''), ('interval', '', '''1 second'''),
  ('bigint', '', '1'), ('float8', '', '1'), ('text[]', '', '''{}'''),
  ('bool', '', 'true'), ('"char"', '', '''.'''), ('gridindex', '', 'fringe_index(plain)'), ('text', '', '''.'''),
  ('text', 'model', '''octile'''), ('text', 'ground', '''blocks'''), ('float8', 'eye', 'NULL'), ('float8', 'target', 'NULL'), ('float8', 'target_height', 'NULL'), ('bool', 'sides', 'false'), ('text', 'start', '''(0,0)'''), ('text', 'goal', '''(0,0)'''), ('float8[]', '', '''{1}'''), ('text', 'if_unreachable', '''stay'''), ('text', 'codes', '''worst'''), ('text', 'layers', '''mean'''),
  ('text', 'max_size', '''1MB'''), ('text', 'scale', '''linear'''), ('text', 'axis', '''x'''), ('text', 'layout', '''odd-r'''), ('text', 'layout or floor', 'NULL'), ('text', 'layer', 'NULL'), ('text', 'shade', 'NULL'), ('text', 'name', '''x'''), ('text', 'sides', '''N'''), ('float8[]', 'numbers', 'array_fill(1, ARRAY[gridmap_height(map), gridmap_width(map)])'), ('float8', 'heat_from', '1'),
  ('float8', 'low', '1'), ('float8', 'high', '5'), ('int', 'pixels', '20'), ('int', 'width', '9'), ('int', 'height', '9'),
  ('gridmap', 'laid', 'gridmap_link(gridmap_from_offset(''{...,...}''::text[], ''odd-r''), ARRAY(SELECT ''(1,0)>(2,1)''::gridlink FROM gridmap_links(map) LIMIT 1))'),
  ('gridmap', 'patch', 'gridmap_crop(map, ''(0,0)'', ''(1,1)'')'), ('jsonb', 'rule', 'NULL');
CREATE TABLE mapped AS SELECT p.oid::regprocedure AS function, format('%I', proname) AS name, type::regtype, n,
  CASE WHEN proargnames[n] = 'layout' AND 'floor' = ANY (proargnames) THEN 'layout or floor'
    WHEN type = 'gridmap'::regtype AND 'layout' = ANY (proargnames) AND NOT 'floor' = ANY (proargnames) THEN 'laid' ELSE coalesce(proargnames[n], '') END AS argument
FROM pg_proc p
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid,
  unnest(proargtypes::oid[]) WITH ORDINALITY t (type, n) WHERE extname LIKE 'fringe%' AND proargtypes::oid[] && '{gridmap}'::regtype[]::oid[];
SELECT DISTINCT type AS "no value in the table argument of sql/links.sql" FROM mapped m WHERE NOT EXISTS (SELECT FROM argument a WHERE a.type = m.type);
CREATE FUNCTION said(call text, map text, model text, method text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT count(answer::text) FROM (SELECT %s AS answer FROM (SELECT %s AS map, plain FROM house) h OFFSET 0) c',
    replace(replace(call, '''octile''', quote_literal(model)), '''auto''', quote_literal(method)), map);
  RETURN 'takes';
EXCEPTION WHEN feature_not_supported THEN
  RETURN CASE WHEN SQLERRM ~ 'does not support links' THEN 'refuses' ELSE 'refuses for another reason' END;
WHEN OTHERS THEN
  IF SQLERRM = 'step takes no whole number of ticks' THEN RETURN 'takes'; END IF;
  RAISE EXCEPTION 'the table "argument" of sql/links.sql needs another value for %: %', call, SQLERRM;
END $$;
CREATE TABLE asked AS
SELECT function, call, count(*) AS asked, string_agg(v.name, ', ' ORDER BY v.name) FILTER (WHERE said(call, 'map', model, method) = 'refuses') AS refused,
  failing((call, v.name)::text) FILTER (WHERE said(call, 'map', model, method) NOT IN ('takes', 'refuses',
    said(call, 'gridmap_unlink(map)', model, method))
    OR said(call, 'gridmap_unlink(map)', 'octile', 'auto') <> 'takes') AS wrong
FROM (SELECT function, format('%s(%s)', name, string_agg(value || '::' || m.type, ', ' ORDER BY n)) AS call
  FROM mapped m
  JOIN LATERAL (SELECT value
    FROM argument a
    WHERE a.type = m.type AND a.name IN ('', m.argument)
    ORDER BY a.name DESC LIMIT 1) v ON true
  GROUP BY function, name) c,
  (VALUES ('auto', 'octile', 'auto'), ('jump', 'octile', 'jump'), ('astar', 'octile', 'astar'),
    ('fringe', 'tile(.=2)', 'fringe'), ('idastar', 'octile(size=2, obstacle=2)', 'idastar'),
    ('one-way', 'octile(.=1/E+S)', 'auto'), ('anyangle', 'anyangle', 'auto'), ('landmarks', 'octile', 'jump(heuristic=alt)'),
    ('short', 'octile(diagonal=0.9)', 'auto'), ('short jump', 'octile(diagonal=0.9)', 'jump'),
    ('closed', 'octile(link=blocked)', 'astar'), ('sweep', 'octile', 'sweep'), ('visibility', 'anyangle', 'visibility'), ('turns', 'octile(turn=0.5)', 'turns')) v (name, model, method)
WHERE function::text !~ '^gridmap_(cmp|eq|ne|lt|le|gt|ge)\(' GROUP BY function, call;
SELECT DISTINCT asked, wrong FROM asked;
-- only functions with a model refuse links: sql/combinations.sql tells which
SELECT function AS "refuses links without a model" FROM asked WHERE refused IS NOT NULL AND function::text !~ 'gridmodel';
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'octile', 'astar') FROM house;
SELECT method, fringe_cost(map, '(0,0)', '(4,0)', 'octile', method) FROM house, unnest('{auto, jump, sweep}'::gridmethod[]) method;
SELECT fringe_cost(map, '(0,0)', '(4,0)', 'anyangle') FROM house;
SELECT f.* FROM house, fringe_components(map) f;
SELECT count(*) FROM house, fringe_chase(plain, '{"(0,0)"}', '{"(4,0)","(4,0)","(4,0)"}', maps => ARRAY[map], from_ticks => '{2}');

-- costs: through one link they are those of the map without it, added up
CREATE TABLE hall AS SELECT gridmap('{"..........","....@.....","....@.....","##########","....@..T..","..........",".......TTT"}'::text[]) AS map;
CREATE TABLE cell AS SELECT gridcell(x, y) AS c, 10 * y + x AS n FROM generate_series(0, 9) x, generate_series(0, 6) y;
CREATE TABLE one AS SELECT model, link, gridmap_link(map, ARRAY[link]) AS linked, map FROM hall,
  unnest('{octile,tile,"octile(straight=10, diagonal=14, link=0.5)","octile(T=3, #=7.5, weigh=average)",
    "octile(size=2, #=1.5)","octile(.=1/enter:E+S+N+NE, #=2)","octile(corners=any, link=3)","octile(diagonal=0.9)",
    "octile(diagonal=2)"}'::gridmodel[]) model,
  unnest('{"(0,0)<>(9,4)=2","(1,1)>(8,5)=0","(9,0)<>(0,0)=0.5","(5,5)>(5,0)=0.25","(4,4)<>(0,0)"}'::gridlink[]) link;
CREATE FUNCTION steps(model gridmodel) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(substring(model::text FROM 'straight=([0-9.]+)')::float8,
  1) * coalesce(substring(model::text FROM 'link=([0-9.]+)')::float8, 1) $$;
CREATE TABLE asked_one AS SELECT o.model, o.link, s.c AS start, g.c AS goal, linked, fringe_cost(linked, s.c, g.c, o.model) AS cost,
  (SELECT min(w)
    FROM (VALUES (fringe_cost(map, s.c, g.c, o.model)),
      (fringe_cost(map, s.c, l.start, o.model) + l.cost * steps(o.model) + fringe_cost(map, l.goal, g.c, o.model)),
    (CASE WHEN l.twoway THEN fringe_cost(map, s.c, l.goal, o.model) + l.cost * steps(o.model) + fringe_cost(map, l.start, g.c, o.model) END)) v (w)) AS wanted
FROM one o, gridmap_links(linked) l, cell s, cell g WHERE (s.n * 7 + g.n * 3) % 5 = 0;
SELECT model, count(*) AS pairs, count(cost) AS paths,
  failing((model, start, goal, cost, wanted)::text) FILTER (WHERE (cost IS NULL) <> (wanted IS NULL) OR abs(cost - wanted) > 1e-9) AS wrong
FROM asked_one
GROUP BY model
ORDER BY model::text COLLATE "C";
-- routes take the links that there are, and cost what was said; what else answers agrees
SELECT count(*) AS routes, count(*) FILTER (WHERE route::text LIKE '%>%') AS "with a link",
  failing((model, link, start, goal)::text) FILTER (WHERE gridpath_cost(route, linked, model) IS DISTINCT FROM cost) AS costs,
  failing((model, link, start, goal)::text) FILTER (WHERE NOT gridpath_valid(route, linked, model)) AS invalid,
  failing((model, link, start, goal)::text) FILTER (WHERE gridpath_valid(route, gridmap_unlink(linked), model) = (route::text LIKE '%>%')) AS "without links",
  failing((model, link, start, goal)::text) FILTER (WHERE route::text::gridpath IS DISTINCT FROM route) AS texts,
  failing((model, link, start, goal)::text) FILTER (WHERE (SELECT max(total_cost) FROM fringe_path(linked, start, goal, model)) IS DISTINCT FROM cost) AS rows,
  failing((model, link, start, goal)::text) FILTER (WHERE (SELECT count(*) FROM fringe_path(linked, start, goal, model)) <> gridpath_length(route)) AS lengths,
  failing((model, link, start, goal)::text) FILTER (WHERE NOT fringe_connected(linked, start, goal, model)) AS apart
FROM (SELECT *, fringe_route(linked, start, goal, model) AS route FROM asked_one WHERE cost IS NOT NULL) a;
SELECT count(*) AS none,
  failing((model, link, start, goal)::text) FILTER (WHERE fringe_connected(linked, start, goal, model)) AS joined
FROM asked_one
WHERE cost IS NULL;
SELECT count(*) AS pairs, failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE c.cost IS DISTINCT FROM a.cost) AS costs,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE r.cost IS DISTINCT FROM a.cost) AS reach,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE n.cost IS DISTINCT FROM a.cost) AS nearest,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE t.cost IS DISTINCT FROM a.cost) AS territory,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE s.cost IS DISTINCT FROM a.cost
    OR (s.route::text LIKE '%>%' AND s.method::text <> CASE WHEN a.model::text ~ '0.9' THEN 'sweep' ELSE 'jump' END)) AS search,
  failing((a.model, a.link, a.start, a.goal)::text) FILTER (WHERE w.cost IS DISTINCT FROM a.cost OR NOT gridpath_valid(w.route, linked, model)) AS sweep
FROM (SELECT * FROM asked_one WHERE start = '(2,2)') a
LEFT JOIN LATERAL fringe_costs(linked, start, ARRAY[a.goal], model) c ON true
LEFT JOIN LATERAL fringe_reach(linked, start, 'infinity', model) r ON gridcell(r.x, r.y) = a.goal
  LEFT JOIN LATERAL fringe_nearest(linked, start, ARRAY[a.goal], model) n ON true
  LEFT JOIN LATERAL fringe_territory(linked, ARRAY[start], model) t ON t.cell = a.goal
  LEFT JOIN LATERAL fringe_search(linked, a.start, a.goal, model) s ON true LEFT JOIN LATERAL fringe_search(linked, a.start, a.goal, model, 'sweep') w ON true;
-- fields: costs and routes of all cells to the nearest of two goals, as values, texts and bytes
CREATE TABLE flow AS SELECT model, link, linked, fringe_field(linked, '{"(9,6)","(0,2)"}', model) AS field FROM one;
SELECT count(*) AS cells, count(cost) AS paths, failing((model, c, cost, wanted)::text) FILTER (WHERE cost IS DISTINCT FROM wanted) AS wrong,
  failing((model, c, cost, wanted)::text) FILTER (WHERE (route IS NULL) <> (cost IS NULL) OR gridpath_cost(route, linked, model)
    IS DISTINCT FROM cost) AS routes,
  count(*) FILTER (WHERE route::text LIKE '%>%') AS "with a link",
  failing((model, c, cost, wanted)::text) FILTER (WHERE route::text ~ '^[^ ]* >'
    AND gridfield_step(field, c)::text <> substring(route::text FROM '>([^ ]*)')) AS steps
FROM (SELECT model, linked, field, c, gridfield_cost(field, c) AS cost, gridfield_route(field, c) AS route,
  least(fringe_cost(linked, c, '(9,6)', model), fringe_cost(linked, c, '(0,2)', model)) AS wanted
  FROM flow, cell) f;
SELECT count(*) AS fields, count(*) FILTER (WHERE field::text::gridfield <> field) AS texts,
  count(*) FILTER (WHERE (SELECT count(*)
      FROM gridfield_cells(field) f
      WHERE (f.cost, f.next)
        IS DISTINCT FROM (gridfield_cost(field, f.cell), gridfield_step(field, f.cell))) > 0) AS rows
FROM flow;
SELECT gridfield_cost(field, '(1,1)'), gridfield_step(field, '(1,1)'), gridfield_route(field, '(0,0)')
FROM (SELECT fringe_field(gridmap_link(map, '{"(1,1)>(8,5)=0"}'), '{"(8,5)"}') AS field FROM hall) f;
SELECT (r).found, (r).cost, (r).method, (r).route, (r).expanded > 0 AS expanded
FROM one, fringe_search(linked, '(2,2)', '(9,5)', model) r
WHERE model = 'octile';
SELECT p.* FROM hall, fringe_path(gridmap_link(map, '{"(2,1)>(8,5)=2.5"}'), '(1,1)', '(9,5)') p;
SELECT count(*) AS visits, max(g) AS cost FROM one, fringe_trace(linked, '(2,2)', '(0,2)') WHERE model = 'octile' AND link = '(1,1)>(8,5)=0';
-- what closes a link, and what it costs: the model, its code, what is on its ends
SELECT model, fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=2:k","(2,1)<>(7,5)=9"}'), '(2,1)', '(8,5)', model),
  fringe_cost(gridmap_block(gridmap_link(map, '{"(2,1)>(8,5)=2:k","(2,1)<>(7,5)=9"}'), '{"(7,5)"}'), '(2,1)', '(8,5)', model) AS blocked
FROM hall,
  unnest('{octile,"octile(k=blocked)","octile(j=blocked, obstacle=5)","octile(k=5, obstacle=5)","octile(k=1)","octile(k=3)",
    "octile(k=3, link=0.5)","octile(link=blocked, k=1)","octile(obstacle=1, k=blocked, #=blocked)"}'::gridmodel[]) model;
SELECT fringe_cost(gridmap_block(gridmap_link(gridmap('{...@...}'::text[]), '{"(0,0)<>(6,0)=2:!"}'), '{"(3,0)"}'), '(0,0)', '(6,0)', 'octile(obstacle=1)') AS "a code that nothing has stays open";
SELECT fringe_cost(gridmap_link(gridmap('{...@...}'::text[]), '{"(0,0)<>(6,0)=2:.","(0,0)>(6,0)=3:S"}'), '(0,0)', '(6,0)',
  model) AS cost,
  model
FROM unnest('{octile,"octile(S=blocked)","octile(S=0.5)","octile(S=blocked, .=2)"}'::gridmodel[]) model;
-- a named code is kept in the text, as links may have it: models that differ there alone are different, and so is what is prepared for them
SELECT a = b AS equal, hashtext(a::text) = hashtext(b::text) AS hash, gridmodel_cmp(a, b) <> 0 AS ordered, a, b
FROM (VALUES ('octile'::gridmodel, 'octile(k=blocked)'::gridmodel), ('octile(obstacle=3)', 'octile(obstacle=3, k=3)'),
  ('octile(obstacle=1)', 'octile(obstacle=1, k=1)')) v (a, b);
SELECT count(*) AS closed
FROM (SELECT gridmap_link(map, '{"(2,1)>(8,5)=2:k"}') AS map FROM hall) h,
  unnest('{octile,"octile(k=blocked)",octile,"octile(k=blocked)"}'::gridmodel[]) model
WHERE fringe_cost(map, '(2,1)', '(8,5)', model) IS NULL;
SELECT i.model FROM hall, unnest('{octile,"octile(k=blocked)"}'::gridmodel[]) model, gridindex_info(fringe_index(map, model)) i;
SELECT 'octile(link=1.0)'::gridmodel, 'octile(link=0.50)'::gridmodel, 'tile(link=blocked)'::gridmodel;
SELECT 'octile(link=0)'::gridmodel;
SELECT 'anyangle(link=2)'::gridmodel;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=0.000000001"}'), '(2,1)', '(8,5)', 'octile(link=0.5)') FROM hall;
-- a link that costs sqrt2 times a number: exact under models with sqrt2, else refused unless it is closed or free
SELECT model, fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=1.5*sqrt2:k"}'), '(2,1)', '(8,5)', model) AS cost, price AS expected
FROM hall, (VALUES ('octile'::gridmodel, 1.5 * sqrt(2::float8)), ('octile(k=2)', 3 * sqrt(2::float8)), ('octile(link=0.5,straight=4)', 3 * sqrt(2::float8)), ('tile(k=0)', 0)) v (model, price);
SELECT model, fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=1.5*sqrt2:k"}'), '(2,1)', '(8,5)', model) IS NULL AS closed
FROM hall, unnest('{tile(k=blocked),"octile(diagonal=1.4,k=blocked)",anyangle(link=blocked)}'::gridmodel[]) model;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=1.5*sqrt2"}'), '(2,1)', '(8,5)', 'tile') FROM hall;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=1.5*sqrt2"}'), '(2,1)', '(8,5)', 'octile(diagonal=1.414213562)') FROM hall;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=1.5*sqrt2"}'), '(2,1)', '(8,5)', 'anyangle') FROM hall;
SELECT fringe_field(gridmap_link(map, '{"(2,1)>(8,5)=1.5*sqrt2"}'), '{"(8,5)"}'::gridcell[], 'tile') FROM hall;
SELECT fringe_index(gridmap_link(map, '{"(2,1)>(8,5)=1.5*sqrt2"}')) FROM hall;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=0.000001"}'), '(2,1)', '(8,5)') FROM (SELECT gridmap_resize(map, 5000, 5000, '.') AS map FROM hall) m;
SELECT fringe_cost(gridmap_link(map, '{"(2,1)>(8,5)=999999999"}'), '(2,1)', '(8,5)') FROM hall;
SELECT fringe_connected(gridmap_link(map, '{"(2,1)>(8,5)=999999999"}'), '(2,1)', '(8,5)'),
  fringe_connected(gridmap_link(map, '{"(2,1)>(8,5)=999999999"}'), '(8,5)', '(2,1)')
FROM hall;
-- paths with links as values
SELECT '(2,1) >(8,5) >(0,0)  E3'::gridpath, gridpath_length('(2,1) >(8,5) >(0,0) E3'), gridpath_cells('(2,1) >(8,5) E1'),
  gridpath_waypoints('(2,1) >(3,1) E1'), '(2,1) >(3,1)'::gridpath = '(2,1) E1'::gridpath AS same, gridpath_goal('(2,1) >(8,5)');
SELECT '(2,1) >(2,1)'::gridpath;
SELECT '(2,1) >8,5'::gridpath;
SELECT '(2,1) >'::gridpath;
SELECT '(-2147483648,0) >(2147483647,0)'::gridpath;
-- a link joins any two cells
CREATE TABLE far_link AS SELECT p FROM unnest('{"(-2147483648,0) >(5,5)","(-2147483648,-2147483648) >(2147483647,2147483647) >(-2147483648,2147483647) >(2147483647,-2147483648)","(2147483647,5) W2 >(-2147483648,5) E1"}'::gridpath[]) p;
SELECT p, p::text::gridpath = p AS same, gridpath_cells(p), gridpath_goal(p), gridpath_valid(p, gridmap('{...,...}'::text[])) AS valid FROM far_link;
DROP TABLE far_link;
SELECT gridpath_cost('(2,1) >(8,5)', gridmap_link(map, '{"(2,1)>(8,5)=3","(2,1)<>(8,5)=2"}')),
  gridpath_cost('(8,5) >(2,1)', gridmap_link(map, '{"(2,1)>(8,5)=3"}')) AS back, gridpath_cost('(2,1) >(80,5)', map) AS outside,
  gridpath_at('(1,1) E1 >(8,5) E1', 3.5, gridmap_link(map, '{"(2,1)>(8,5)=2.5"}')) AS at FROM hall;
-- GeoJSON has a gap for each link: together its lines have the corners of the path
SELECT route, gridpath_to_geojson(route)->>'type' AS type, gridpath_to_geojson(route)->'coordinates' AS coordinates
FROM unnest('{"(2,1) >(8,5) E1","(0,0) E2 S1 >(8,5) >(1,1) W1 >(3,3)","(0,0) E2 S1","(4,4)","(0,0) (5,2) >(1,1)","(2,1) >(3,1) E1"}'::gridpath[]) route;
-- an index has the costs of searches, and routes that cost as much
CREATE TABLE prepared AS SELECT model, link, fringe_index(linked, model) AS index FROM one;
SELECT model, count(*) AS pairs, count(route) AS paths, count(*) FILTER (WHERE route::text LIKE '%>%') AS "with a link",
  failing((model, link, start, goal)::text) FILTER (WHERE fringe_cost(index, start, goal) IS DISTINCT FROM cost) AS costs,
  failing((model, link, start, goal)::text) FILTER (WHERE gridpath_cost(route, linked, model) IS DISTINCT FROM cost) AS routes,
  failing((model, link, start, goal)::text) FILTER (WHERE (SELECT max(total_cost) FROM fringe_path(index, start, goal)) IS DISTINCT FROM cost) AS rows,
  failing((model, link, start, goal)::text) FILTER (WHERE fringe_connected(index, start, goal) <> (cost IS NOT NULL)) AS connected,
  failing((model, link, start, goal)::text) FILTER (WHERE (SELECT c.cost FROM fringe_costs(index, start, ARRAY[goal]) c) IS DISTINCT FROM cost) AS many
FROM asked_one JOIN prepared USING (model, link), fringe_route(index, start, goal) route GROUP BY model ORDER BY model::text COLLATE "C";
SELECT link, i.form, i.parts->'links' AS links, index::text::gridindex = index AS text, gridindex_matches(index, linked) AS matches
FROM prepared JOIN one USING (model, link), gridindex_info(index) i WHERE one.model = 'octile' ORDER BY link::text COLLATE "C";
SELECT fringe_index(gridmap_link(map, '{"(2,1)>(8,5)=999999999"}'), 'octile') FROM hall;
SELECT gridindex_matches(fringe_index(plain), map) AS linked, gridindex_matches(fringe_index(plain), plain) AS plain FROM house;
SELECT fringe_ascii(map) = fringe_ascii(plain) AS ascii, gridmap_to_pgm(map) = gridmap_to_pgm(plain) AS pgm,
  gridmap_to_tiled(map) = gridmap_to_tiled(plain) AS tiled, (SELECT count(*) FROM gridmap_diff(map, plain)) AS differences
FROM house;

-- the cost of a path has the same bits whichever links divide steps into parts: the map without links, and a field, where an end is blocked
SELECT model, count(*) AS costs, count(*) FILTER (WHERE cost IS DISTINCT FROM fringe_cost(linked, cell, '(7,5)', model)) AS others,
  count(*) FILTER (WHERE cost IS DISTINCT FROM fringe_cost(index, cell, '(7,5)')) AS of_index,
  count(*) FILTER (WHERE cost IS DISTINCT FROM fringe_cost(plain, cell, '(7,5)', model)) AS without_links
FROM gridmap_resize(gridmap('{...T.@}'::text[]), 12, 8, '.') plain,
  unnest('{octile(.=3),"octile(straight=0.7, .=3, T=5)","octile(straight=0.1, T=1.7)","octile(straight=7, .=0.9, T=2, weigh=average)"}'::gridmodel[]) model,
  unnest('{"(0,0)<>(11,7)=99","(0,0)>(11,7)=99.5","(0,7)>(11,0)=80.75","(0,0)<>(11,7)=77.7","(5,0)>(0,7)"}'::gridlink[]) link,
  LATERAL (SELECT gridmap_link(plain, ARRAY[link]) AS linked, fringe_index(gridmap_link(plain, ARRAY[link]), model) AS index OFFSET 0) l,
  LATERAL gridfield_cells(fringe_field(linked, '{"(7,5)"}', model)) c
GROUP BY model ORDER BY model;

DROP TABLE link, house, world, argument, mapped, asked, hall, cell, one, asked_one, prepared, flow;
DROP FUNCTION links_at, said, steps;
