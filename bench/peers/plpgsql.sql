-- A* in PL/pgSQL. One array has the least known cost of each cell, another is a binary
-- heap. An entry of the heap is one number with f, h and the cell in 21 bits each, so that
-- of entries with equal f the one closest to the goal comes first. Stale entries are
-- skipped when they are popped. The number of statements determines the time, so there
-- are few.
CREATE FUNCTION plpgsql_cost(level_name text, start int, goal int) RETURNS int STABLE LANGUAGE plpgsql AS $$
DECLARE
    field CONSTANT bigint := (1 << 21) - 1;
    dx CONSTANT int[] := ARRAY(SELECT d.dx FROM direction d ORDER BY k);
    dy CONSTANT int[] := ARRAY(SELECT d.dy FROM direction d ORDER BY k);
    bit CONSTANT int[] := ARRAY(SELECT 1 << k FROM direction ORDER BY k);
    step_cost CONSTANT int[] := ARRAY(SELECT cost FROM direction ORDER BY k);
    width int;
    moves bytea;
    step int[];
    goal_x int;
    goal_y int;
    best int[];
    heap bigint[];
    size int;
    hole int;
    child int;
    entry bigint;
    node int;
    x int;
    y int;
    legal int;
    so_far int;
    next int;
    cost int;
    ax int;
    ay int;
    h bigint;
BEGIN
    SELECT flat.width, flat.moves INTO width, moves FROM flat WHERE level = level_name;
    step := ARRAY(SELECT d.dy * width + d.dx FROM direction d ORDER BY k);
    goal_x := goal % width;
    goal_y := goal / width;
    best := array_fill(2147483647, ARRAY[length(moves)], ARRAY[0]);
    best[start] := 0;
    heap := ARRAY[start::bigint];
    size := 1;
    WHILE size > 0 LOOP
        node := heap[1] & field;
        h := (heap[1] >> 21) & field;
        so_far := (heap[1] >> 42) - h;

        -- Move the last entry to the root and sift it down; the value beyond the end
        -- is greater than every entry.
        entry := heap[size];
        heap[size] := 9223372036854775807;
        size := size - 1;
        hole := 1;
        WHILE 2 * hole <= size LOOP
            child := 2 * hole + (heap[2 * hole + 1] < heap[2 * hole])::int;
            EXIT WHEN entry <= heap[child];
            heap[hole] := heap[child];
            hole := child;
        END LOOP;
        heap[hole] := entry;

        CONTINUE WHEN so_far > best[node];
        IF node = goal THEN
            RETURN so_far;
        END IF;
        x := node % width - goal_x;
        y := node / width - goal_y;
        legal := get_byte(moves, node);
        FOR k IN 1..8 LOOP
            CONTINUE WHEN legal & bit[k] = 0 OR so_far + step_cost[k] >= best[node + step[k]];
            next := node + step[k];
            cost := so_far + step_cost[k];
            best[next] := cost;
            ax := abs(x + dx[k]);
            ay := abs(y + dy[k]);
            h := ax + ay + CASE WHEN ax > ay THEN ax ELSE ay END;
            entry := ((cost + h) << 42) | (h << 21) | next;
            size := size + 1;
            hole := size;
            WHILE hole > 1 AND heap[hole / 2] > entry LOOP
                heap[hole] := heap[hole / 2];
                hole := hole / 2;
            END LOOP;
            heap[hole] := entry;
        END LOOP;
    END LOOP;
    RETURN NULL;
END $$;
