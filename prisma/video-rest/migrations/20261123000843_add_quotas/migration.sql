-- AlterTable
ALTER TABLE "users" ADD COLUMN     "quota_bytes" BIGINT,
ADD COLUMN     "quota_videos" INTEGER,
ADD COLUMN     "source_bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "video_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "source_bytes" BIGINT;

ALTER TABLE "users"
  ADD CONSTRAINT "users_quota_bytes_check" CHECK ("quota_bytes" >= 0) NOT VALID,
  ADD CONSTRAINT "users_quota_videos_check" CHECK ("quota_videos" >= 0) NOT VALID;

-- What the service looks through once after this migration, and which is empty from then on.
CREATE INDEX "videos_unmeasured_idx" ON "videos" ("owner_id", "id") WHERE "source_bytes" IS NULL;

-- What an account takes, so that nobody adds it up. Accounts are locked in one order, whoever changes several.
CREATE FUNCTION "charge_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "sign" integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM 1 FROM "users" WHERE "id" IN (SELECT "owner_id" FROM "changed") ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "users" u SET "source_bytes" = u."source_bytes" + "sign" * c."bytes", "video_count" = u."video_count" + "sign" * c."videos"
  FROM (SELECT "owner_id", coalesce(sum("source_bytes"), 0)::bigint AS "bytes", count(*)::int AS "videos" FROM "changed" GROUP BY "owner_id") c
  WHERE u."id" = c."owner_id";
  RETURN NULL;
END $$;
-- They keep writers out until the transaction ends: what is counted below then stays true.
CREATE TRIGGER "videos_owners_charged" AFTER INSERT ON "videos" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "charge_owners"();
CREATE TRIGGER "videos_owners_relieved" AFTER DELETE ON "videos" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "charge_owners"();

CREATE FUNCTION "charge_other_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "before" bigint := coalesce(OLD."source_bytes", 0);
  "after" bigint := coalesce(NEW."source_bytes", 0);
BEGIN
  IF NEW."owner_id" = OLD."owner_id" THEN
    UPDATE "users" SET "source_bytes" = "source_bytes" + "after" - "before" WHERE "id" = NEW."owner_id";
    RETURN NULL;
  END IF;
  PERFORM 1 FROM "users" WHERE "id" IN (OLD."owner_id", NEW."owner_id") ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "users" SET "source_bytes" = "source_bytes" - "before", "video_count" = "video_count" - 1 WHERE "id" = OLD."owner_id";
  UPDATE "users" SET "source_bytes" = "source_bytes" + "after", "video_count" = "video_count" + 1 WHERE "id" = NEW."owner_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "videos_other_owner_charged" AFTER UPDATE OF "owner_id", "source_bytes" ON "videos" FOR EACH ROW
  WHEN (OLD."owner_id" <> NEW."owner_id" OR OLD."source_bytes" IS DISTINCT FROM NEW."source_bytes")
  EXECUTE FUNCTION "charge_other_owner"();

UPDATE "users" u SET "video_count" = v."videos"
FROM (SELECT "owner_id", count(*)::int AS "videos" FROM "videos" GROUP BY "owner_id") v WHERE u."id" = v."owner_id";
