-- outside a transaction
-- The times of records that were there before, a thousand at a time, so that nobody waits long who changes one. Older
-- versions do not mind: they read none of it.
DO $$
DECLARE
  "last" integer := 0;
  "next" integer;
BEGIN
  LOOP
    SELECT max("id") INTO "next" FROM (
      SELECT "id" FROM "signables" WHERE "id" > "last" ORDER BY "id" LIMIT 1000) b;
    EXIT WHEN "next" IS NULL;
    INSERT INTO "signable_times" ("signable_id", "kind", "state", "number", "updated_at", "signed_at")
    SELECT s."id", s."kind", s."state", s."number", coalesce(h."updated_at", s."created_at"),
      CASE WHEN s."state" = 'signed' THEN coalesce(h."signed_at", h."updated_at", s."created_at") END
    FROM "signables" s
    CROSS JOIN LATERAL (
      SELECT max("at") AS "updated_at", max("at") FILTER (WHERE "event" IN ('signed', 'signed-outside')) AS "signed_at"
      FROM "history" WHERE "signable_id" = s."id") h
    WHERE s."id" > "last" AND s."id" <= "next"
    ON CONFLICT ("signable_id") DO NOTHING;
    COMMIT;
    "last" := "next";
  END LOOP;
END $$;

-- Overdue are few: those in signing whose day is over. Lists in the order of days, each state by itself.
DROP INDEX CONCURRENTLY IF EXISTS "signables_due_idx";
CREATE INDEX CONCURRENTLY "signables_due_idx" ON "signables" ("kind", "state",
  (coalesce("due_on", 'infinity'::date)), "number");
