-- outside a transaction
-- The records of videos that were there before, a thousand at a time, so that nobody waits long who changes one. Older
-- versions do not mind: they read none of it.
DO $$
DECLARE
  "last" integer := 0;
  "ids" integer[];
BEGIN
  LOOP
    SELECT array_agg("id") INTO "ids" FROM (
      SELECT "id" FROM "videos" WHERE "id" > "last" ORDER BY "id" LIMIT 1000) b;
    EXIT WHEN "ids" IS NULL;
    PERFORM "note_oai_records"("ids", clock_timestamp());
    COMMIT;
    "last" := "ids"[array_upper("ids", 1)];
  END LOOP;
END $$;

DROP INDEX CONCURRENTLY IF EXISTS "oai_records_sets_idx";
CREATE INDEX CONCURRENTLY "oai_records_sets_idx" ON "oai_records" USING GIN ("sets");
