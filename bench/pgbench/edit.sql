\set id random(1, :scenarios)
BEGIN;
UPDATE level SET map = gridmap_set(level.map, ARRAY[s.start], gridmap_code(level.map, s.start)::text) FROM scenario s WHERE s.id = :id AND level.name = s.level;
END;
