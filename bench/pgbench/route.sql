\set id random(1, :scenarios)
SELECT fringe_route(map, start, goal) FROM scenario JOIN level ON level.name = scenario.level WHERE scenario.id = :id;
