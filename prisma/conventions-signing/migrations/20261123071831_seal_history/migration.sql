-- The history becomes a ledger: an entry says by itself what it is about, outlives its record, and is sealed into a chain
-- of hashes once it is committed (docs/decisions/0028). Versions before this one go on inserting, erasing and deleting as
-- they know it: triggers add what belongs to the ledger.
-- Safe beside older versions: all of this takes a moment, and they too lock a record before its history, so that nobody
-- waits for the other.
LOCK TABLE "signables", "history" IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "history" ALTER COLUMN "signable_id" DROP NOT NULL,
ADD COLUMN     "kind" "signable_kind",
ADD COLUMN     "number" INTEGER,
ADD COLUMN     "state" "signable_state",
ADD COLUMN     "round" INTEGER,
ADD COLUMN     "workflow_id" TEXT,
ADD COLUMN     "department" TEXT,
ADD COLUMN     "salt" UUID,
ADD COLUMN     "detail_hash" TEXT,
ADD COLUMN     "position" BIGINT,
ADD COLUMN     "hash" TEXT;

ALTER TABLE "history" DROP CONSTRAINT "history_signable_id_fkey";

-- Safe beside older versions: what they delete went with its history; now the history stays.
ALTER TABLE "history" ADD CONSTRAINT "history_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Checked for the rows that are there by the next migration, which locks nobody out.
ALTER TABLE "history"
  ADD CONSTRAINT "history_sealed_check" CHECK (
    ("position" IS NULL) = ("hash" IS NULL)
    AND ("position" IS NULL OR num_nonnulls("kind", "number", "round", "detail_hash") = 4)
    AND ("position" IS NULL OR "state" IS NOT NULL OR "event" = 'deleted')) NOT VALID,
  ADD CONSTRAINT "history_position_check" CHECK ("position" > 0) NOT VALID,
  ADD CONSTRAINT "history_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$' AND "detail_hash" ~ '^[0-9a-f]{64}$') NOT VALID;

-- CreateTable
CREATE TABLE "history_heads" (
    "position" BIGINT NOT NULL,
    "hash" TEXT NOT NULL CHECK ("hash" ~ '^[0-9a-f]{64}$'),
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "history_heads_pkey" PRIMARY KEY ("position")
);

CREATE FUNCTION "history_detail_hash"("salt" uuid, "detail" jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to("salt"::text || "detail"::text, 'UTF8')), 'hex');
$$;

-- A new entry says how its record stands.
CREATE FUNCTION "describe_history"() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NEW;
END $$;
CREATE TRIGGER "history_described" BEFORE INSERT ON "history"
  FOR EACH ROW EXECUTE FUNCTION "describe_history"();

-- What is there stays: an entry can lose its detail, with the salt, and its record; what is still missing can be filled in.
CREATE FUNCTION "keep_history"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the history is only added to; of an entry the detail may be emptied'
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "history_kept" BEFORE UPDATE OR DELETE ON "history"
  FOR EACH ROW EXECUTE FUNCTION "keep_history"();
CREATE TRIGGER "history_kept_whole" BEFORE TRUNCATE ON "history"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_history"();

-- Fills in what entries of earlier versions do not say of a record: how it stood follows from what happened to it.
CREATE FUNCTION "adopt_history"("record" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "entry" "history";
  "stood" "signable_state" := 'draft';
  "rounds" integer := 0;
  "new_salt" uuid;
BEGIN
  FOR "entry" IN SELECT * FROM "history" WHERE "signable_id" = "record" ORDER BY "id" LOOP
    IF "entry"."event" = 'signing-started' OR "entry"."event" = 'signed-outside' AND "stood" = 'draft' THEN
      "rounds" := "rounds" + 1;
    END IF;
    "stood" := CASE "entry"."event"
      WHEN 'signing-started' THEN 'signing'
      WHEN 'returned-to-draft' THEN 'draft'
      WHEN 'refused' THEN 'refused'
      WHEN 'signed' THEN 'signed'
      WHEN 'signed-outside' THEN 'signed'
      WHEN 'erased' THEN 'erased'
      ELSE "stood"
    END;
    IF "entry"."kind" IS NULL THEN
      "new_salt" := gen_random_uuid();
      UPDATE "history" h SET "kind" = s."kind", "number" = s."number", "state" = "stood", "round" = "rounds",
        "workflow_id" = s."workflow_id", "department" = s."department", "salt" = "new_salt",
        "detail_hash" = "history_detail_hash"("new_salt", h."detail")
      FROM "signables" s WHERE h."id" = "entry"."id" AND s."id" = "record";
    END IF;
  END LOOP;
END $$;

-- The history of a deleted record stays, without what may speak of a person. A version that does not note the deletion
-- deletes too.
CREATE FUNCTION "leave_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "adopt_history"(OLD."id");
  UPDATE "history" SET "detail" = '{}'
  WHERE "signable_id" = OLD."id" AND "event" <> 'deleted' AND "detail" <> '{}';
  IF NOT EXISTS (SELECT FROM "history" WHERE "signable_id" = OLD."id" AND "event" = 'deleted') THEN
    INSERT INTO "history" ("signable_id", "at", "event", "actor", "detail")
    VALUES (OLD."id", now(), 'deleted', 'service', '{}');
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "signables_leave_history" BEFORE DELETE ON "signables"
  FOR EACH ROW EXECUTE FUNCTION "leave_history"();
