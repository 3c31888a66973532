-- A deposit that nobody has judged counts as well: what was judged of one before it is not told of the record any more.
-- Safe beside older versions: they leave a record's own column to the triggers.
CREATE OR REPLACE FUNCTION "note_findings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "signables" s SET "findings" = "findings_of"(s."id", s."round")
  WHERE s."id" = NEW."signable_id" AND s."state" IN ('signing', 'signed', 'refused')
    AND (NEW."judgement" IS NOT NULL OR s."findings" IS NOT NULL)
    AND s."findings" IS DISTINCT FROM "findings_of"(s."id", s."round");
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "deposits_note_findings" AFTER INSERT ON "deposits"
  FOR EACH ROW EXECUTE FUNCTION "note_findings"();
