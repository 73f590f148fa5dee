-- Does a cost agree with the optimum that a scenario file gives?
--
-- The files give six significant digits, or more of which only so many are
-- right, for their lengths were summed up with a root of 2 rounded to seven
-- decimals or so. So a cost has to lie within half a unit of the sixth digit,
-- and the error of such a sum. A path that is longer than it need be is longer
-- by 29 * sqrt(2) - 41 = 0.012 at least, if it has fewer than 70 diagonal steps
-- more or less; nearly all are by far more.
--
-- An optimum of 0 between two cells means that there is no path.
CREATE FUNCTION agrees(cost float8, optimal float8, same_cell bool) RETURNS bool
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN optimal = 0 AND NOT same_cell THEN cost IS NULL
        WHEN cost IS NULL THEN false
        ELSE abs(cost - optimal) <= 0.5 * 10 ^ (floor(log(greatest(optimal, 1))) - 5) + 1e-7 * cost
    END
$$;
