-- Each entry of the history says which one of its record it is (docs/decisions/0028). It learns that when it is sealed: one
-- that an older version seals goes without, and is counted by the next.
ALTER TABLE "history" ADD COLUMN     "ordinal" INTEGER,
ADD COLUMN     "previous" TEXT,
ADD COLUMN     "record_key" TEXT;

-- Checked for the rows that are there by the next migration, which locks nobody out.
-- Safe beside older versions: they write none of the three.
ALTER TABLE "history"
  ADD CONSTRAINT "history_link_check" CHECK (
    num_nonnulls("ordinal", "previous", "record_key") IN (0, 3)
    AND ("ordinal" IS NULL OR "position" IS NOT NULL AND "ordinal" > 0)
    AND "previous" ~ '^[0-9a-f]{64}$' AND "record_key" ~ '^[0-9a-f]{64}$') NOT VALID;

CREATE OR REPLACE FUNCTION "describe_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT s."kind", s."number", s."state", s."round", s."workflow_id", s."department"
  INTO NEW."kind", NEW."number", NEW."state", NEW."round", NEW."workflow_id", NEW."department"
  FROM "signables" s WHERE s."id" = NEW."signable_id";
  IF NEW."event" = 'deleted' THEN
    NEW."state" := NULL;
  ELSIF NEW."state" = 'erased' THEN
    -- The record has lost it, and whoever followed this workflow is told.
    NEW."workflow_id" := (SELECT h."workflow_id" FROM "history" h
      WHERE h."signable_id" = NEW."signable_id" ORDER BY h."id" DESC LIMIT 1);
  END IF;
  NEW."salt" := gen_random_uuid();
  NEW."detail_hash" := "history_detail_hash"(NEW."salt", NEW."detail");
  NEW."position" := NULL;
  NEW."hash" := NULL;
  NEW."ordinal" := NULL;
  NEW."previous" := NULL;
  NEW."record_key" := NULL;
  RETURN NEW;
END $$;

-- What is there stays: an entry can lose its detail, with the salt, and its record; what is still missing can be filled in.
CREATE OR REPLACE FUNCTION "keep_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."detail" = '{}' AND OLD."detail" <> '{}' THEN
      NEW."salt" := NULL;
    END IF;
    IF NEW."id" = OLD."id" AND NEW."at" = OLD."at" AND NEW."event" = OLD."event" AND NEW."actor" = OLD."actor"
      AND coalesce(NEW."signable_id" = OLD."signable_id", NEW."signable_id" IS NULL)
      AND (NEW."detail" = OLD."detail" OR NEW."detail" = '{}')
      AND (NEW."salt" IS NULL OR coalesce(NEW."salt" = OLD."salt", OLD."kind" IS NULL))
      AND coalesce(NEW."kind" = OLD."kind", OLD."kind" IS NULL)
      AND coalesce(NEW."number" = OLD."number", OLD."number" IS NULL)
      AND coalesce(NEW."state" = OLD."state", OLD."state" IS NULL)
      AND coalesce(NEW."round" = OLD."round", OLD."round" IS NULL)
      AND coalesce(NEW."detail_hash" = OLD."detail_hash", OLD."detail_hash" IS NULL)
      AND coalesce(NEW."position" = OLD."position", OLD."position" IS NULL)
      AND coalesce(NEW."hash" = OLD."hash", OLD."hash" IS NULL)
      -- Filled in with the position, and never later.
      AND (OLD."position" IS NULL OR ROW(NEW."ordinal", NEW."previous", NEW."record_key")
        IS NOT DISTINCT FROM ROW(OLD."ordinal", OLD."previous", OLD."record_key"))
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the history is only added to; of an entry the detail may be emptied'
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
