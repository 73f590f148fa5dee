-- Functions that write the input of chart.awk.
SET search_path = papers, public;
CREATE OR REPLACE FUNCTION in_chart(VARIADIC texts text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT array_to_string(texts, E'\t')
$$;
CREATE OR REPLACE FUNCTION ticks(axis text, VARIADIC at float8[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    SELECT in_chart('tick', axis, v::text, v::text) FROM unnest(at) v
$$;
