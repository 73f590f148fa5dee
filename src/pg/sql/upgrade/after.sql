
-- A gridcell is an int8 to btree: they sort without calls of gridcell_cmp, and its indexes keep equal
-- cells once. An index that exists does so after REINDEX.
ALTER OPERATOR FAMILY gridcell_ops USING btree ADD
	FUNCTION 2 (gridcell, gridcell) btint8sortsupport(internal),
	FUNCTION 4 (gridcell, gridcell) btequalimage(oid);

-- Paths have 20 to 300 cells on most maps, so fringe_path needs no estimate.
DROP FUNCTION fringe_path_support(internal);
