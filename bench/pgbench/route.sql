\set id random(1, :scenarios)
SELECT fringe_route(level.map, start, goal) FROM scenario JOIN level ON level.name = scenario.map WHERE scenario.id = :id;
