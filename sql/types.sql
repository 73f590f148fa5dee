-- gridcell, gridpath, gridmodel, gridmethod
SELECT '(3,5)'::gridcell, '3,5'::gridcell, ' ( -3 , 5 ) '::gridcell, gridcell(7, -1),
  gridcell_x('(3,5)'), gridcell_y('(3,5)'), '(3,5)'::gridcell::point, '(3,5)'::point::gridcell;
SELECT '(-2147483648,2147483647)'::gridcell, gridcell_x('(-2147483648,2147483647)'), gridcell_y('(0,-2147483648)');
SELECT '(2147483648,0)'::gridcell;
SELECT '(3.5,0)'::gridcell;
SELECT '(3,5'::gridcell;
SELECT '3 5'::gridcell;
SELECT ''::gridcell;
SELECT '(1.5,2)'::point::gridcell;
SELECT '(1e10,2)'::point::gridcell;
SELECT '(NaN,2)'::point::gridcell;
SELECT '{(2,2),(3,3)}'::gridcell[];
SELECT '{(2,2) E1}'::gridpath[];
SELECT '{octile(a=1, b=2)}'::gridmodel[];
SELECT '{astar(open=heap, tie=lifo)}'::gridmethod[];
SELECT array_agg(c ORDER BY c) FROM unnest('{"(1,1)","(0,1)","(5,0)","(-1,0)","(0,-1)"}'::gridcell[]) c;
SELECT count(DISTINCT c) FROM unnest('{"(1,1)","1,1","(0,1)"}'::gridcell[]) c;

SELECT '(3,4) E5 SE3 S2'::gridpath, '(3,4)'::gridpath, '3,4 E2 E3 N1'::gridpath, '(-1,-2) NW40 W1'::gridpath;
SELECT gridpath_start(p), gridpath_goal(p), gridpath_length(p), p::gridcell[], p::path
FROM (VALUES ('(3,4) E2 SE1 N1'::gridpath), ('(3,4)')) t(p);
SELECT '(3,4) E2 E3'::gridpath = '(3,4) E5', '(3,4) E5'::gridpath = '(3,4) E4', '(3,4)'::gridpath < '(3,5)';
SELECT '(3,4) X5'::gridpath;
SELECT '(3,4) E0'::gridpath;
SELECT '(3,4) E'::gridpath;
SELECT '(3,4) E5S2'::gridpath;
SELECT 'E5'::gridpath;
SELECT '(2147483647,0) E1'::gridpath;
SELECT '(0,0) E2147483647 W2147483647 E2147483647'::gridpath;
SELECT gridpath_cells('(0,0) E2000000000');

-- models: canonical text, equality by meaning
SELECT m::gridmodel FROM unnest('{octile,tile,"octile( straight = 1.0 , diagonal = sqrt2 )","octile(straight=100, diagonal=150)",
 "octile(diagonal=2,straight=1)","tile(obstacle=3)","octile(corners=any)","octile(corners=both)",
 "octile(weigh=average, A=2, B=.5)","octile(.=1, G=1, W=blocked, S=2)"}'::text[]) m;
SELECT $$octile(','=5, '('=2, ''''=3, '='=4, S=blocked)$$::gridmodel;
SELECT 'octile(straight=1.0)'::gridmodel = 'octile', 'octile(@=blocked)'::gridmodel = 'octile',
  'octile(obstacle=3)'::gridmodel = 'octile(obstacle=3.0, W=3)', 'tile'::gridmodel = 'octile';
SELECT 'hexagon'::gridmodel;
SELECT 'astar(open=heap)'::gridmodel;
SELECT fringe_cost(gridmap('{..}'::text[]), '(0,0)', '(1,0)', 'jump');
SELECT 'octile(speed=3)'::gridmodel;
SELECT 'tile(diagonal=3)'::gridmodel;
SELECT 'tile(corners=any)'::gridmodel;
SELECT 'octile(straight=1, straight=1)'::gridmodel;
SELECT 'octile(W=1, W=1)'::gridmodel;
SELECT 'octile(straight=0)'::gridmodel;
SELECT 'octile(straight=-1)'::gridmodel;
SELECT 'octile(straight=nan)'::gridmodel;
SELECT 'octile(straight=inf)'::gridmodel;
SELECT 'octile(straight=1e3)'::gridmodel;
SELECT 'octile(straight=blocked)'::gridmodel;
SELECT 'octile(straight=1234567890)'::gridmodel;
SELECT 'octile(straight=0.0000000001)'::gridmodel;
SELECT 'octile(corners=two)'::gridmodel;
SELECT 'octile(straight=1'::gridmodel;
SELECT 'octile(straight 1)'::gridmodel;
SELECT 'octile(X3)'::gridmodel;
SELECT 'octile(sqrt2)'::gridmodel;
SELECT 'astar(heap)'::gridmethod;
SELECT 'octile(corners=any, size2 , T=3)'::gridmodel;
SELECT 'octile(#0.5'::gridmodel;
SELECT 'octile(diagonal:1)'::gridmodel;
SELECT 'octile(S:2)'::gridmodel;
SELECT 'octile(X)'::gridmodel;
SELECT 'octile(straight=1) x'::gridmodel;
SELECT 'octile(,)'::gridmodel;
SELECT $$octile('ab'=1)$$::gridmodel;
SELECT ''::gridmodel;
SELECT 'octile(é=1)'::gridmodel;

-- methods
SELECT m::gridmethod FROM unnest('{auto,fringe,astar,"fringe(list=linked)","astar( open = stacks )","astar(tie=lifo, open=heap)",
  "idastar(delta=10.50, memory=g, repair=on)","astar(heuristic=alt, landmarks=7)",
  "astar(heuristic=altbest, best=3, seed=0)"}'::text[]) m;
SELECT 'dijkstra'::gridmethod;
SELECT 'octile(corners=any)'::gridmethod;
SELECT fringe_cost(gridmap('{..}'::text[]), '(0,0)', '(1,0)', 'octile', 'tile');
SELECT 'fringe(open=stacks)'::gridmethod;
SELECT 'astar(open=bag)'::gridmethod;
SELECT 'astar(open=stacks, open=stacks)'::gridmethod;
SELECT 'auto(open=stacks)'::gridmethod;
SELECT 'idastar(open=stacks)'::gridmethod;
SELECT 'astar(heuristic=alt, landmarks=0)'::gridmethod;
SELECT 'astar(heuristic=alt, landmarks=65)'::gridmethod;
SELECT 'astar(max_expanded=1.5)'::gridmethod;
SELECT 'idastar(delta=-1)'::gridmethod;
SELECT m::gridmethod FROM unnest('{jump(max_expanded=1000000000),"astar(heuristic=alt, seed=2147483647)"}'::text[]) m;
SELECT 'jump(max_expanded=9999999999999)'::gridmethod;
SELECT 'astar(from=goal)'::gridmethod;
SELECT 'octile(corners=all)'::gridmodel;
SELECT 'octile(weigh=left)'::gridmodel;
SELECT 'octile(diagonal=sqrt3)'::gridmodel;
SELECT 'octile(W=wall)'::gridmodel;
SELECT 'anyangle(W=wall)'::gridmodel;
SELECT m::gridmethod FROM unnest('{"fringe(step=0.50, list=array)","fringe(pick=newest, buckets=1)",fringe(buckets=1000),fringe(pick=min_g)}'::text[]) m;
SELECT 'fringe(buckets=1001)'::gridmethod;
SELECT 'fringe(list=array, buckets=2)'::gridmethod;
SELECT 'fringe(list=array, pick=min_f)'::gridmethod;
SELECT 'fringe(buckets=2, pick=min_g)'::gridmethod;
SELECT 'fringe(list=array, uneven=2)'::gridmethod;
SELECT 'fringe(buckets=2, uneven=2)'::gridmethod;
SELECT 'astar(lookup=scan, nodes=malloc)'::gridmethod;
SELECT 'idastar(seen=left, deadends=safe, delta=1)'::gridmethod;
SELECT 'astar(tie=lifo)'::gridmethod;
SELECT 'astar(heuristic=alt, landmarks=7, best=3)'::gridmethod;

-- all types in tables, with indexes, and through binary COPY
CREATE TABLE kept (id int, cell gridcell UNIQUE, path gridpath UNIQUE, model gridmodel UNIQUE, method gridmethod UNIQUE, link gridlink UNIQUE, busy gridbusy UNIQUE,
  map gridmap, field gridfield, index gridindex, extent gridcell_extent, value gridcell_value, result fringe_result);
INSERT INTO kept VALUES (1, '(1,2)', '(1,2) E3', 'tile', 'fringe'), (2, '(-1,2)', '(-1,2) W3', 'octile(straight=2, diagonal=3)', 'auto');
UPDATE kept SET link = format('(%s,0)>(3,3)=2', id)::gridlink, busy = gridbusy(cell, id), map = m, field = fringe_field(m, '(1,1)'), index = fringe_index(m),
  extent = (cell, '(3,3)'), value = (cell, id / 2.0), result = fringe_search(m, '(0,0)', '(1,1)') FROM gridmap('{..@,...}'::text[]) m;
SELECT objid::regtype AS "type without a column" FROM pg_depend JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid AND extname LIKE 'fringe%' JOIN pg_type t ON t.oid = objid
WHERE deptype = 'e' AND classid = 'pg_type'::regclass AND typcategory <> 'A' AND objid NOT IN (SELECT atttypid FROM pg_attribute WHERE attrelid = 'kept'::regclass);
\set VERBOSITY sqlstate
INSERT INTO kept (cell) VALUES ('1,2');
INSERT INTO kept (model) VALUES ('tile(straight=1)');
\set VERBOSITY default
CREATE TEMP TABLE again (LIKE kept);
COPY kept TO PROGRAM 'cat > "${TMPDIR:-/tmp}/fringe_types_test.$PPID"' WITH (FORMAT binary);
COPY again FROM PROGRAM 'cat "${TMPDIR:-/tmp}/fringe_types_test.$PPID"; rm "${TMPDIR:-/tmp}/fringe_types_test.$PPID"' WITH (FORMAT binary);
SELECT count(*) FROM kept JOIN again USING (id, cell, path, model, method, link, busy, map, field, index) WHERE (kept.extent, kept.value, kept.result) IS NOT DISTINCT FROM (again.extent, again.value, again.result);
SET enable_hashjoin = off;
SELECT count(*) FROM kept JOIN again USING (id, cell, path, model, method, link, busy, map, field, index) WHERE (kept.extent, kept.value, kept.result) IS NOT DISTINCT FROM (again.extent, again.value, again.result);
RESET enable_hashjoin;
DROP TABLE kept;

-- texts that are long, odd or of another kind
SELECT repeat('x', 200)::gridmethod;
SELECT 'astar(nodes=malloc, open=heap)'::gridmethod;
SELECT 'astar(open=tree, tie=none)'::gridmethod;
SELECT 'astar'::gridmethod = 'astar(landmarks=0010)', 'fringe(buckets=0010)'::gridmethod;
SELECT '(0,0) E2147483647 E1'::gridpath;

-- hints for what people write first
SELECT '(3.5,4.5)'::gridcell;
SELECT '~=3, D=1'::gridmodel;
SELECT 'open=heap'::gridmethod;
