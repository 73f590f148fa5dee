-- ==== models and methods =====================================================
-- From text by an implicit cast, as from text to regclass: a name with its options is often put together
-- by format(), read from a column, or sent by a driver as a text or varchar. Every function takes it.

CREATE CAST (text AS gridmodel) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS gridmodel) IS 'text of a model as a model';
CREATE CAST (varchar AS gridmodel) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS gridmodel) IS 'text of a model as a model';
CREATE CAST (text AS gridmethod) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text AS gridmethod) IS 'text of a method as a method';
CREATE CAST (varchar AS gridmethod) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (varchar AS gridmethod) IS 'text of a method as a method';
