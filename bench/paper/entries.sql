-- What is measured. An experiment is a set of entries. An entry is one method under one
-- model on some of the pairs of cells; the number of pairs is the one given here times
-- `scale`. `seed=MAP` draws other landmarks for each map: one seed puts them at the same
-- places on all maps of a size.
--
-- To add an experiment, insert it into `experiment` and its entries into `entry`. Its
-- table is a file tables/NAME.sql whose first line is `-- of EXPERIMENT...`, and the lines
-- <!-- NAME --> and <!-- /NAME --> in page.md.
SET search_path = papers, public;

CREATE TABLE model (name text PRIMARY KEY, obstacles text, model gridmodel);
INSERT INTO model VALUES
    ('octile', 'impassable', 'octile(straight=100, diagonal=150, corners=one)'),
    ('tile', 'impassable', 'tile(straight=100)'),
    ('octile, obstacles', 'passable', 'octile(straight=100, diagonal=150, obstacle=3)'),
    ('tile, obstacles', 'passable', 'tile(straight=100, obstacle=3)'),
    ('octile, both corners', 'impassable', 'octile(straight=100, diagonal=150)'),
    ('octile, any corners', 'impassable', 'octile(straight=100, diagonal=150, corners=any)'),
    ('octile, average', 'passable', 'octile(straight=100, diagonal=150, obstacle=3, weigh=average)'),
    ('tile, average', 'passable', 'tile(straight=100, obstacle=3, weigh=average)'),
    ('8', 'impassable', 'octile(straight=2, diagonal=3, corners=any)'),
    ('8, one corner', 'impassable', 'octile(straight=2, diagonal=3, corners=one)'),
    ('4', 'impassable', 'tile'),
    ('2 and 3', 'impassable', 'octile(straight=2, diagonal=3)'),
    ('5 and 7', 'impassable', 'octile(straight=5, diagonal=7)'),
    ('12 and 17', 'impassable', 'octile(straight=12, diagonal=17)'),
    ('70 and 99', 'impassable', 'octile(straight=70, diagonal=99)'),
    ('1 and √2', 'impassable', 'octile');

-- NULL where this build has no such method.
CREATE FUNCTION method_or_null(text) RETURNS gridmethod LANGUAGE plpgsql AS $$
BEGIN
    RETURN $1::gridmethod;
EXCEPTION WHEN invalid_text_representation OR invalid_parameter_value THEN
    RETURN NULL;
END $$;

CREATE TABLE experiment (
    name text PRIMARY KEY,
    parts int,        -- measured one by one
    rounds int,       -- how often each search is timed
    timed bool        -- its tables show times
);

CREATE TABLE entry (
    id serial,
    nr int,         -- within the experiment
    experiment text REFERENCES experiment,
    collection text,
    kind text,
    pairs int, -- of each map, at most
    maps int,  -- of the collection, at most; NULL: all
    model text REFERENCES model,
    row text,
    method_text text,
    method gridmethod
);

-- 2005, Tables 1 and 2: every method under every model.
INSERT INTO experiment VALUES ('2005', 12, 1, true);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT '2005', 'bgmaps', CASE obstacles WHEN 'passable' THEN 'free' ELSE 'connected' END, 400, name, row, method
FROM model, (VALUES
        ('A*', 'astar(open=tree, moves=all)'),
        ('Fringe', 'fringe(moves=all)'),
        ('ME-IDA*', 'idastar(deadends=own)')) AS v (row, method)
WHERE name IN ('octile', 'tile', 'octile, obstacles', 'tile, obstacles');

-- What its counters depend on: what ME-IDA* cuts, and canonical moves.
INSERT INTO experiment VALUES ('causes', 6, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'causes', collection, kind, 20, model, cause, v.method
FROM entry, (VALUES
        ('ME-IDA*', 'cuts cells that backed up nothing', 'idastar(deadends=own)'),
        ('ME-IDA*', 'cuts as 2006 does', 'idastar(deadends=infinite)'),
        ('ME-IDA*', 'cuts by every backed-up f', 'idastar'),
        ('A*', 'all moves', 'astar(open=tree, moves=all)'),
        ('A*', 'canonical moves', 'astar(open=tree)')) AS v (of, cause, method)
WHERE experiment = '2005' AND row = of;

INSERT INTO experiment VALUES ('plain', 6, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'plain', collection, kind, 10, model, 'IDA*', 'idastar(memory=none, max_expanded=1000000)'
FROM entry WHERE experiment = '2005' AND row = 'A*';

-- Which settings reproduce the costs of its tables: corners, pairs, weights.
INSERT INTO experiment VALUES ('settings', 4, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'settings', 'bgmaps', kind, 400, name, 'A*', 'astar'
FROM (VALUES
    ('octile', 'connected'), ('octile, both corners', 'connected'), ('octile, any corners', 'connected'),
    ('tile', 'connected'),
    ('octile, obstacles', 'free'), ('octile, obstacles', 'connected'), ('octile, obstacles', 'cells'), ('octile, average', 'free'),
    ('tile, obstacles', 'free'), ('tile, obstacles', 'connected'), ('tile, obstacles', 'cells'), ('tile, average', 'free')) AS v (name, kind);

-- 2006, Tables I to III: a row's name says its method, and the number of neighbours.
CREATE TABLE paper_2006 (walls int, row text, nodes bigint, seconds float8, solved int, sum int);
INSERT INTO paper_2006 VALUES
    (200, 'IDABest10Δ10(8)', 1102592, 0.79, 98, 36387),
    (200, 'ALTBest10(8)', 480407, 1.60, 98, 35998),
    (200, 'IDABest10(8)', 2146234, 1.98, 98, 35998),
    (200, 'M(8)', 764262, 2.10, 98, 35998),
    (200, 'ALT10(8)', 335418, 3.21, 98, 35998),
    (200, 'IDA(8)', 4340651, 3.42, 98, 35998),
    (200, 'ALT5(8)', 500989, 3.80, 98, 35998),
    (200, 'Mqueue(8)', 722344, 4.16, 98, 35998),
    (200, 'IDABest10Δ10(4)', 479046, 0.26, 98, 21300),
    (200, 'IDABest10(4)', 690457, 0.49, 98, 21072),
    (200, 'ALTBest10(4)', 399839, 0.77, 98, 21072),
    (200, 'M(4)', 611595, 0.91, 98, 21072),
    (200, 'IDA(4)', 1628550, 1.08, 98, 21072),
    (200, 'ALT10(4)', 256310, 1.23, 98, 21072),
    (200, 'Mqueue(4)', 664504, 2.96, 98, 21072),
    (400, 'IDABest10Δ10(8)', 2601120, 2.05, 95, 39362),
    (400, 'IDABest10Δ20(8)', 2773262, 2.07, 95, 39969),
    (400, 'ALTBest10(8)', 950862, 2.93, 95, 38911),
    (400, 'M(8)', 1455092, 4.24, 95, 38911),
    (400, 'ALT5(8)', 866041, 4.85, 95, 38911),
    (400, 'Mmem(8)', 1455092, 6.30, 95, 38911),
    (400, 'IDABest10(8)', 7901822, 7.92, 95, 38911),
    (400, 'Mqueue(8)', 1358262, 8.36, 95, 38911),
    (400, 'ALT10(8)', 646554, 11.74, 95, 38911),
    (400, 'IDA(8)', 21837340, 19.71, 95, 38911),
    (400, 'IDAnof(8)', 133089043, 98.93, 95, 38911),
    (600, 'IDABest10Δ10(8)', 1880053, 1.42, 61, 36513),
    (600, 'IDABest10Δ20(8)', 2262738, 1.71, 60, 36008),
    (600, 'ALTBest10(8)', 604461, 1.81, 61, 36208),
    (600, 'IDABest10Δ20nof(8)', 3302562, 2.36, 61, 36785),
    (600, 'IDABest10Δ10nof(8)', 3318593, 2.50, 61, 36469),
    (600, 'ALT5(8)', 542129, 2.71, 61, 36208),
    (600, 'ALT10(8)', 347189, 3.00, 61, 36208),
    (600, 'IDABest10(8)', 6683647, 6.33, 61, 36208),
    (600, 'M(8)', 2438460, 6.67, 61, 36208),
    (600, 'IDAΔ20(8)', 12111234, 9.45, 56, 33087),
    (600, 'Mmem(8)', 2438460, 10.05, 61, 36208),
    (600, 'IDAΔ10(8)', 12233668, 10.93, 61, 36637),
    (600, 'Mqueue(8)', 2296036, 13.67, 61, 36208),
    (600, 'IDA(8)', 67483398, 70.27, 61, 36247),
    (600, 'IDABest10Δ10(4)', 614865, 0.37, 44, 15889),
    (600, 'IDABest10Δ20(4)', 693650, 0.37, 44, 16161),
    (600, 'ALTBest10(4)', 401287, 0.61, 44, 15711),
    (600, 'IDABest10(4)', 2954173, 1.81, 44, 15711),
    (600, 'M(4)', 1886487, 2.94, 44, 15711),
    (600, 'IDAΔ20(4)', 7575321, 4.66, 44, 16199),
    (600, 'IDAΔ10(4)', 7839990, 5.49, 44, 15959),
    (600, 'IDA(4)', 233428544, 131.24, 44, 15711);

-- As in the paper: landmarks among all free cells; all moves; its cut of dead ends, or with `nof` no backed-up f; without
-- the repair, which the paper does not measure. If there is no path, methods with
-- landmarks see that at once (V.D), and the others search. No method has a limit: the
-- paper's, 10,000,000 nodes per search, is applied to what was counted.
CREATE FUNCTION method_2006(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT format('%s(%s)', CASE WHEN name ~ '^IDA' THEN 'idastar' ELSE 'astar' END,
        concat_ws(', ',
            CASE WHEN name ~ 'nof' THEN 'memory=g' WHEN name ~ '^IDA' THEN 'deadends=infinite'
                WHEN name ~ 'queue' THEN 'open=heap, tie=none' ELSE 'open=stacks' END,
            CASE WHEN name ~ 'mem' THEN 'nodes=malloc' END,
            CASE WHEN name ~ 'Best' THEN 'heuristic=altbest' WHEN name ~ 'ALT' THEN 'heuristic=alt' END,
            'landmarks=' || substring(name, '(?:Best|ALT)(\d+)') || ', seed=MAP, place=anywhere',
            CASE WHEN name ~ '^ALT' THEN 'from=start' END,
            'delta=' || substring(name, 'Δ(\d+)') || CASE WHEN name ~ 'nof' THEN '' ELSE ', repair=off' END,
            CASE WHEN name !~ '^IDA' THEN 'moves=all' END,
            CASE WHEN name !~ 'Best|ALT' THEN 'components=ignore' END))
$$;

INSERT INTO experiment VALUES ('2006', 20, 1, true);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT '2006', 'walls-' || walls, 'free', 1, substring(row, '\((.)\)'), row, method_2006(row) FROM paper_2006;

-- Unreachable goals searched by methods with landmarks too: three rows with IDA* only
-- for Table II, and the others for all three tables.
INSERT INTO experiment VALUES ('floods', 10, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'floods', collection, kind, pairs, model, row, replace(method_text, ')', ', components=ignore)')
FROM entry WHERE experiment = '2006' AND model = '8' AND (row ~ '^ALT' OR row ~ '^IDABest' AND collection = 'walls-400');

-- The pseudo-code to the letter: Seen is called with the g of the cell that is left.
INSERT INTO experiment VALUES ('left', 12, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'left', collection, kind, pairs, model, row, replace(method_text, 'idastar(', 'idastar(seen=left, ')
FROM entry WHERE experiment = '2006' AND (collection = 'walls-600' AND row ~ '^IDA' OR row = 'IDA(8)');

-- With the repair, and what it costs where there is no path.
INSERT INTO experiment VALUES ('mended', 2, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'mended', collection, kind, pairs, 400, model, row, replace(method_text, ', repair=off', '')
FROM entry WHERE experiment = 'left' AND row ~ 'Δ20\(';

-- IDA(4) on 600 walls with its cut, and without: five draws of the paper's 100 maps.
INSERT INTO experiment VALUES ('draws', 5, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'draws', 'walls-600', 'free', 1, 500, '4', row, method_2006(row)
FROM unnest('{IDA(4),IDAnof(4),M(4)}'::text[]) row;

-- IDABest10 without its cut of dead ends.
INSERT INTO experiment VALUES ('nocut', 2, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'nocut', 'walls-600', 'free', 1, 400, '4', row, method_2006(row)
FROM unnest('{IDABest10(4),IDABest10nof(4)}'::text[]) row;

-- Landmarks in the largest component; and at the same places on all maps, in 16 draws.
INSERT INTO experiment VALUES ('places', 10, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'places', collection, kind, pairs, maps, model, row, replace(method_text, ', place=anywhere', '')
FROM entry WHERE experiment = '2006' AND model = '8' AND row ~ '^(ALT|IDABest10\()';

INSERT INTO experiment VALUES ('shared', 4, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'shared', collection, kind, pairs, 400, model, format('%s %s', row, seed), replace(method_text, 'MAP', seed::text)
FROM entry, generate_series(1, 16) seed WHERE experiment = '2006' AND collection = 'walls-400' AND row ~ '^ALT\d';

-- Mqueue by other rules about equal f.
INSERT INTO experiment VALUES ('ties', 4, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'ties', collection, kind, pairs, model, tie, replace(method_text, 'tie=none', 'tie=' || tie)
FROM entry, unnest('{high_g,low_g,lifo}'::text[]) tie WHERE experiment = '2006' AND row ~ 'queue';

-- The same on pairs that have no path under the other rules about corners.
INSERT INTO experiment VALUES ('corners', 2, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'corners', 'walls-' || walls, 'free', 1, model, 'M', 'astar'
FROM unnest('{200,400,600}'::int[]) walls, unnest('{8,"8, one corner",4}'::text[]) model;

-- Its future work: better landmarks. Also: searches from either end, and its repair of
-- paths that a cut lost.
INSERT INTO experiment VALUES ('landmarks', 20, 1, true);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'landmarks', 'walls-' || walls, 'free', 1, 100, model, format('%s %s %s', name, place, best),
    format(method, format('heuristic=altbest, landmarks=10, seed=MAP, place=%s, best=%s', place, best))
FROM unnest('{200,400,600}'::int[]) walls, unnest('{8,4}'::text[]) model, unnest('{random,farthest}'::text[]) place,
    unnest('{1,2,3,5,10}'::int[]) best,
    (VALUES ('ALTBest10', 'astar(%s, moves=all)'), ('IDABest10Δ10', 'idastar(%s, delta=10, deadends=infinite)')) AS v (name, method);

INSERT INTO experiment VALUES ('repair', 4, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'repair', 'walls-' || walls, 'free', 1, 400, '8', format('%s %s', name, cut),
    format('idastar(%sdelta=%s, %s)', heuristic, delta,
        CASE cut WHEN 'none' THEN 'memory=g' WHEN 'infinite' THEN 'deadends=infinite, repair=off' ELSE 'repair=off' END)
FROM unnest('{400,600}'::int[]) walls, unnest('{none,infinite,on}'::text[]) cut, unnest('{10,20,40}'::int[]) delta,
    (VALUES ('', 'IDAΔ'), ('heuristic=altbest, landmarks=10, seed=MAP, ', 'IDABest10Δ')) AS h (heuristic, prefix),
    LATERAL (SELECT prefix || delta AS name) AS n;

-- A cut that loses nothing, and the cut that uses only finite f, on the same maps.
INSERT INTO experiment VALUES ('safe', 4, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'safe', collection, kind, pairs, maps, model, replace(row, 'none', cut), replace(method_text, 'memory=g', 'deadends=' || cut)
FROM entry, unnest('{off,safe}'::text[]) cut WHERE experiment = 'repair' AND row ~ 'none';

-- What 2006 improves (IV.A, IV.B): the lists of open and closed nodes, and arrays that are cleared.
INSERT INTO experiment VALUES ('naive', 6, 3, true);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'naive', collection, kind, pairs, maps, model, row, method
FROM (VALUES ('walls-200', 'free', 1, 60, '8'), ('walls-400', 'free', 1, 60, '8'), ('walls-600', 'free', 1, 60, '8'), ('bgmaps', 'connected', 4, NULL, 'octile')) AS m (collection, kind, pairs, maps, model),
    (VALUES ('stacks', 'astar(moves=all)'), ('stacks, scan', 'astar(lookup=scan, moves=all)'), ('stacks, eager', 'astar(moves=all, clear=eagerly)'),
        ('list', 'astar(open=list, moves=all)'), ('list, scan', 'astar(open=list, lookup=scan, moves=all)')) AS v (row, method);

-- A heuristic that is not consistent (2005, section 4).
INSERT INTO experiment VALUES ('uneven', 2, 1, false);
INSERT INTO entry (experiment, collection, kind, pairs, maps, model, row, method_text)
SELECT 'uneven', collection, kind, pairs, maps, model, format('%s %s', row, uneven), format('fringe(pick=%s, moves=all%s)', row, CASE uneven WHEN 1 THEN '' ELSE ', uneven=' || uneven END)
FROM (VALUES ('walls-600', 'free', 1, 200, '8'), ('bgmaps', 'connected', 10, NULL, 'octile'), ('bgmaps', 'free', 10, NULL, 'octile, obstacles')) AS m (collection, kind, pairs, maps, model),
    unnest('{min_f,min_g,newest}'::text[]) row, unnest('{1,2,8,64}'::int[]) uneven;

-- The future work of 2005: buckets.
INSERT INTO experiment VALUES ('buckets', 6, 3, true);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'buckets', collection, 'connected', 50, model, buckets, format('fringe(buckets=%s, moves=all)', buckets)
FROM unnest('{1,2,4,8,16,32,64,128,256}'::int[]) buckets,
    (VALUES ('bgmaps', 'octile'), ('bgmaps', 'tile'), ('bg512', '2 and 3'), ('bg512', '70 and 99')) AS v (collection, model);

-- Section 4 of 2005: the family of Fringe Search. And the unsorted list of 2006.
INSERT INTO experiment VALUES ('family', 4, 3, true);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'family', 'bgmaps', 'connected', 10, model, row, method
FROM unnest('{octile,tile}'::text[]) model, (VALUES ('A*', 'astar(open=tree, moves=all)'), ('A*, list', 'astar(open=list, moves=all)'),
    ('A*, stacks', 'astar(moves=all)'), ('newest', 'fringe(moves=all)'), ('min_f', 'fringe(pick=min_f, moves=all)'),
    ('min_g', 'fringe(pick=min_g, moves=all)')) AS v (row, method);

-- The verdict: both searches with all moves, both with canonical moves, then `jump`, on
-- maps and models with few and with many values of f.
CREATE TABLE side (line text, method text, moves text);
INSERT INTO side
SELECT line, format(method, moves), split_part(moves, '=', 2)
FROM (VALUES ('A*, balanced tree', 'astar(open=tree, %s)'), ('A*, heap', 'astar(open=heap, %s)'), ('A*, stacks', 'astar(%s)'),
        ('Fringe Search', 'fringe(%s)'), ('Fringe, 128 buckets', 'fringe(buckets=128, %s)'),
        ('Fringe, array, step', 'fringe(list=array, step=STEP, %s)')) AS v (line, method),
    unnest('{moves=all,moves=canonical}'::text[]) moves
UNION ALL VALUES ('jump', 'jump', 'canonical');

INSERT INTO experiment VALUES ('verdict', 8, 3, true);
INSERT INTO entry (experiment, collection, kind, pairs, model, row, method_text)
SELECT 'verdict', collection, kind, pairs, v.model, line || '/' || moves, replace(method, 'STEP', step)
FROM side,
    (VALUES ('bgmaps', 'connected', 20, 'octile', '100'), ('bgmaps', 'connected', 20, 'tile', '100'),
        ('bg512', 'connected', 20, '4', '1'), ('bg512', 'connected', 20, '2 and 3', '2'),
        ('bg512', 'connected', 20, '5 and 7', '5'), ('bg512', 'connected', 20, '12 and 17', '12'),
        ('bg512', 'connected', 20, '70 and 99', '70'), ('bg512', 'connected', 20, '1 and √2', '1')) AS v (collection, kind, pairs, model, step)
WHERE line <> 'jump' OR v.model <> 'octile';

UPDATE entry SET method = method_or_null(replace(method_text, 'MAP', '0')), pairs = ceil(pairs * :scale), maps = ceil(maps * :scale),
    nr = (SELECT count(*) FROM entry e WHERE e.experiment = entry.experiment AND e.id <= entry.id);

-- The searches whose instructions are counted: both sides of the verdict, and the rows of
-- 2005. A* on stacks is added, because A* on a tree takes more only by its tree.
CREATE TABLE profile AS
    SELECT DISTINCT collection, model, method_text AS method FROM entry WHERE experiment = 'verdict'
    UNION
    SELECT 'bgmaps', model, method_text FROM entry WHERE experiment = '2005'
    UNION
    SELECT DISTINCT 'bgmaps', model, 'astar(moves=all)' FROM entry WHERE experiment = '2005';

-- A few pairs of a few maps of either set, spread over the sizes.
CREATE TABLE profiled_pair AS
    SELECT collection, pair.map AS name, i, gridmap_width(level.map) AS w, gridmap_height(level.map) AS h,
        gridcell_x(start) AS sx, gridcell_y(start) AS sy, gridcell_x(goal) AS gx, gridcell_y(goal) AS gy
    FROM pair JOIN level ON level.name = pair.map
    WHERE kind = 'connected' AND i <= 5 AND (collection = 'bgmaps' AND nth % 10 = 5 OR collection = 'bg512' AND nth % 3 = 1);
