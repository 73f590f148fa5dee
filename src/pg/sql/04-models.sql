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
