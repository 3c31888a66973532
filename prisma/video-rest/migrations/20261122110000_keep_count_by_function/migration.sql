-- From now on the count of a table is kept by one line in the migration that makes the table:
-- SELECT "keep_count"('campuses');
CREATE FUNCTION "keep_count"("kept" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The first trigger keeps writers out until the transaction ends: what is counted then stays true.
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"()', "kept" || '_count_added', "kept");
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"()', "kept" || '_count_removed', "kept");
  EXECUTE format('INSERT INTO "row_counts" SELECT %L, count(*) FROM %I', "kept", "kept");
END $$;
