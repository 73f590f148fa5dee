\set id random(1, :scenarios - 9)
SELECT n.goal, n.cost FROM scenario s JOIN level ON level.name = s.level,
    LATERAL (SELECT array_agg(goal) AS goals FROM scenario near WHERE near.id BETWEEN :id AND :id + 9 AND near.level = s.level) g,
    LATERAL fringe_nearest(map, start, goals) n
WHERE s.id = :id;
