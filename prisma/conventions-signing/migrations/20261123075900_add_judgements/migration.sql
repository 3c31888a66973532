-- What is to be believed of the signatures in a deposit. Older versions do not mind: they judge nothing, and leave what
-- was judged as it is; a record's own column follows by triggers, whoever begins a round.
ALTER TABLE "deposits" ADD COLUMN "judgement" JSONB,
ADD COLUMN "judged_at" TIMESTAMPTZ(3),
ADD COLUMN "judged_by" TEXT;

ALTER TABLE "signables" ADD COLUMN "findings" TEXT;

-- Of the newest deposit that counts.
CREATE FUNCTION "findings_of"("signable" INTEGER, "current" INTEGER) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT d."judgement" ->> 'status' FROM "deposits" d
  WHERE d."signable_id" = "signable" AND d."round" = "current" AND d."superseded_sha256" IS NULL
  ORDER BY d."version" DESC LIMIT 1
$$;

CREATE FUNCTION "note_findings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "signables" s SET "findings" = "findings_of"(s."id", s."round")
  WHERE s."id" = NEW."signable_id" AND s."state" IN ('signing', 'signed', 'refused')
    AND s."findings" IS DISTINCT FROM "findings_of"(s."id", s."round");
  RETURN NULL;
END $$;

CREATE TRIGGER "deposits_note_findings" AFTER INSERT ON "deposits"
  FOR EACH ROW WHEN (NEW."judgement" IS NOT NULL) EXECUTE FUNCTION "note_findings"();

CREATE TRIGGER "deposits_note_findings_anew" AFTER UPDATE OF "judgement" ON "deposits"
  FOR EACH ROW EXECUTE FUNCTION "note_findings"();

CREATE FUNCTION "set_findings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."findings" := CASE WHEN NEW."state" IN ('signing', 'signed', 'refused')
    THEN "findings_of"(NEW."id", NEW."round") END;
  RETURN NEW;
END $$;

-- A round that begins has none; one that is restored has its own.
CREATE TRIGGER "signables_set_findings" BEFORE UPDATE OF "round", "state" ON "signables"
  FOR EACH ROW WHEN (OLD."findings" IS NOT NULL OR NEW."round" < OLD."round")
  EXECUTE FUNCTION "set_findings"();
