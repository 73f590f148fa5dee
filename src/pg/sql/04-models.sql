-- ==== models and methods =====================================================
-- The casts from text are implicit, like the cast from text to regclass. Models and methods often come from
-- format(), from a column, or from a driver as text or varchar.

CREATE CAST (text AS gridmodel) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS gridmodel) IS 'text of a model as a model';
CREATE CAST (varchar AS gridmodel) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS gridmodel) IS 'text of a model as a model';
CREATE CAST (text AS gridmethod) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS gridmethod) IS 'text of a method as a method';
CREATE CAST (varchar AS gridmethod) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS gridmethod) IS 'text of a method as a method';

-- ---- a model from a table of codes and weights -------------------------------
-- The base is a text: a model drops options without effect, such as weigh while all weights are equal.

CREATE FUNCTION gridmodel_from(base text, codes "char"[], weights float8[]) RETURNS gridmodel
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridmodel_from(text, "char"[], float8[])
IS 'model with these weights of codes in place of those of the base; NULL and Infinity block';
CREATE FUNCTION gridmodel_from(base gridmodel, codes "char"[], weights float8[]) RETURNS gridmodel
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50;
COMMENT ON FUNCTION gridmodel_from(gridmodel, "char"[], float8[])
IS 'model with these weights of codes in place of those of the base; NULL and Infinity block';

-- ---- what supports what --------------------------------------------------------

CREATE FUNCTION fringe_combinations(OUT consumer text, OUT rule text, OUT keys text, OUT supported bool)
RETURNS SETOF record
AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 1000;
COMMENT ON FUNCTION fringe_combinations()
IS 'rows: a function or method, a rule of movement, and whether it supports the rule';
