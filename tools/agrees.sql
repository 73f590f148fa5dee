-- Does a cost agree with the optimum that a scenario file gives?
--
-- The files give six significant digits, or more of which only so many are
-- right: those lengths were summed up step by step with a rounded root of 2.
-- So a cost has to lie within half a unit of the sixth digit. A path that is
-- longer than it need be is longer by 99 - 70 * sqrt(2) = 0.005 at least, as
-- long as it trades fewer than 70 diagonal steps; nearly all are by far more.
--
-- An optimum of 0 between two cells means that there is no path.
CREATE FUNCTION agrees(cost float8, optimal float8, same_cell bool) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN optimal = 0 AND NOT same_cell THEN cost IS NULL
        WHEN cost IS NULL THEN false
        ELSE abs(cost - optimal) <= 0.5000001 * 10 ^ (floor(log(greatest(optimal, 1))) - 5)
    END
$$;
