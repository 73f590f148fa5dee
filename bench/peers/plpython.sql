-- A* in PL/Python with heapq. A level is read once per session and kept in GD, with the
-- list of steps for each of the 256 sets of legal moves. Entries of the heap are those of
-- plpgsql.sql.
CREATE FUNCTION plpython_cost(level_name text, start int, goal int) RETURNS int STABLE LANGUAGE plpython3u AS $$
from heapq import heappop, heappush

def decode():
    directions = plpy.execute('SELECT dx, dy, cost FROM direction ORDER BY k')
    plan = plpy.prepare('SELECT width, moves FROM flat WHERE level = $1', ['text'])
    row = plan.execute([level_name])[0]
    width = row['width']
    steps = [[(d['dy'] * width + d['dx'], d['dx'], d['dy'], d['cost'])
              for k, d in enumerate(directions) if bits >> k & 1] for bits in range(256)]
    return width, row['moves'], steps

if level_name not in GD:
    GD[level_name] = decode()
width, moves, steps = GD[level_name]
goal_y, goal_x = divmod(goal, width)
field = (1 << 21) - 1
best = [field] * len(moves)
best[start] = 0
heap = [start]
while heap:
    entry = heappop(heap)
    node = entry & field
    so_far = (entry >> 42) - (entry >> 21 & field)
    if so_far > best[node]:
        continue
    if node == goal:
        return so_far
    y, x = divmod(node, width)
    x -= goal_x
    y -= goal_y
    for step, dx, dy, cost in steps[moves[node]]:
        neighbour = node + step
        cost += so_far
        if cost < best[neighbour]:
            best[neighbour] = cost
            ax = abs(x + dx)
            ay = abs(y + dy)
            h = ax + ay + (ax if ax > ay else ay)
            heappush(heap, (cost + h) << 42 | h << 21 | neighbour)
return None
$$;
