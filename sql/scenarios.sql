-- scenario files and pictures
SELECT * FROM fringe_scenarios(E'version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n12\tmy maps/arena 2.map\t49\t49\t1\t13\t4\t12\t3.41421356\n');
SELECT * FROM fringe_scenarios(E'version 1.0\r\n0 arena.map 49 49 1 11 1 12 1\r\n\r\n1 b.map 5 5 0 0 4 4 5.65685');
SELECT * FROM fringe_scenarios('');
SELECT * FROM fringe_scenarios(E'version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\n');
SELECT * FROM fringe_scenarios(E'version 1\n0\tarena.map\t49\t49\t1\t11\t1\tx\t1\n');
SELECT * FROM fringe_scenarios(E'0\tarena.map\t49\t49\t-1\t11\t1\t2\t1\n');
SELECT * FROM fringe_scenarios(E'0\tarena.map\t49\t49\t1\t11\t1\t2\tfar\n');
SELECT * FROM fringe_scenarios(E'0\tarena.map\t99999999999\t49\t1\t11\t1\t2\t1\n');

SELECT fringe_ascii(gridmap('{....,.TW.,....}'::text[]));
SELECT fringe_ascii(gridmap('{....,.TW.,....}'::text[]), '(0,0) E3 S2 W1');
SELECT fringe_ascii(gridmap('{....,.TW.,....}'::text[]), '(0,0)');
SELECT fringe_ascii(gridmap('{....,.TW.,....}'::text[]), '(0,0) E4');
SELECT fringe_ascii(NULL) IS NULL;

-- numbers with exponents, lines that are too long
SELECT optimal FROM fringe_scenarios(E'version 1\n0\tm\t4\t4\t0\t0\t1\t1\t1.5e+0\n0\tm\t4\t4\t0\t0\t1\t1\t15e-1');
SELECT fringe_scenarios(E'0\tm\t4\t4\t0\t0\t1\t1\t1.5e');
SELECT fringe_scenarios(repeat('m', 100000));
