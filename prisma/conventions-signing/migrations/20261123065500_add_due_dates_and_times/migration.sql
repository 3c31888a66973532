-- Due dates, and what lists are ordered by. Older versions do not mind: they set no due date, one that begins a new round
-- leaves that of the round before, and the triggers note what they do.
ALTER TABLE "signables" ADD COLUMN "due_on" DATE;

CREATE TABLE "signable_times" (
    "signable_id" INTEGER NOT NULL,
    "kind" "signable_kind" NOT NULL,
    "state" "signable_state" NOT NULL,
    "number" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "signed_at" TIMESTAMPTZ(3),

    CONSTRAINT "signable_times_pkey" PRIMARY KEY ("signable_id"),
    CONSTRAINT "signable_times_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "signable_times_kind_state_updated_at_number_idx" ON "signable_times"("kind", "state", "updated_at", "number");

CREATE INDEX "signable_times_signed_at_idx" ON "signable_times"("kind", "state", (coalesce("signed_at", '-infinity'::timestamptz)), "number");

CREATE FUNCTION "begin_times"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "signable_times" ("signable_id", "kind", "state", "number", "updated_at", "signed_at")
  VALUES (NEW."id", NEW."kind", NEW."state", NEW."number", NEW."created_at",
    CASE WHEN NEW."state" = 'signed' THEN NEW."created_at" END);
  RETURN NULL;
END $$;

CREATE TRIGGER "signables_begin_times" AFTER INSERT ON "signables"
  FOR EACH ROW EXECUTE FUNCTION "begin_times"();

-- An event comes after the change of state that it tells of. Of several processes the clock of one may be behind.
CREATE FUNCTION "note_times"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "signable_times" AS t ("signable_id", "kind", "state", "number", "updated_at", "signed_at")
  SELECT s."id", s."kind", s."state", s."number", a."at", CASE WHEN s."state" = 'signed' THEN a."at" END
  FROM (SELECT "signable_id", max("at") AS "at" FROM "added" GROUP BY "signable_id") a
  JOIN "signables" s ON s."id" = a."signable_id"
  ON CONFLICT ("signable_id") DO UPDATE SET
    "state" = EXCLUDED."state",
    "updated_at" = greatest(t."updated_at", EXCLUDED."updated_at"),
    "signed_at" = CASE WHEN EXCLUDED."state" = 'signed' THEN coalesce(t."signed_at", EXCLUDED."signed_at") END
  WHERE t."updated_at" < EXCLUDED."updated_at" OR t."state" <> EXCLUDED."state";
  RETURN NULL;
END $$;

CREATE TRIGGER "history_note_times" AFTER INSERT ON "history" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_times"();
