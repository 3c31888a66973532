-- How many records there are is the sum of what every change adds and takes away. A number that all writers change
-- would make them wait for each other; rows that are only added do not.
CREATE TABLE "signable_counts" (
    "kind" "signable_kind" NOT NULL,
    "state" "signable_state" NOT NULL,
    "signed_outside" BOOLEAN NOT NULL,
    "change" INTEGER NOT NULL
);

CREATE FUNCTION "count_signable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "signable_counts" VALUES (OLD."kind", OLD."state", OLD."signed_outside", -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "signable_counts" VALUES (NEW."kind", NEW."state", NEW."signed_outside", 1);
  END IF;
  -- One change in a thousand adds up those before it, so that they stay few; never two at once, and nobody waits.
  IF random() < 0.001 AND pg_try_advisory_xact_lock(hashtextextended('signable_counts', 0)) THEN
    WITH "changes" AS (DELETE FROM "signable_counts" RETURNING *)
    INSERT INTO "signable_counts"
    SELECT "kind", "state", "signed_outside", sum("change") FROM "changes"
    GROUP BY "kind", "state", "signed_outside" HAVING sum("change") <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "signables_count_added" AFTER INSERT OR DELETE ON "signables"
  FOR EACH ROW EXECUTE FUNCTION "count_signable"();

CREATE TRIGGER "signables_count_changed" AFTER UPDATE OF "state", "signed_outside" ON "signables"
  FOR EACH ROW WHEN (OLD."state" <> NEW."state" OR OLD."signed_outside" <> NEW."signed_outside")
  EXECUTE FUNCTION "count_signable"();

-- After the triggers, which keep writers out until the transaction ends.
INSERT INTO "signable_counts"
SELECT "kind", "state", "signed_outside", count(*) FROM "signables" GROUP BY "kind", "state", "signed_outside";
