-- CreateEnum
CREATE TYPE "encoding_priority" AS ENUM ('low', 'normal', 'high');

-- AlterTable
ALTER TABLE "encodings" ADD COLUMN     "owner_id" INTEGER,
ADD COLUMN     "priority" "encoding_priority" NOT NULL DEFAULT 'normal';

-- The queue is by owner: without a look at each video of the thousands that may wait.
CREATE FUNCTION "own_encoding"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."owner_id" := (SELECT "owner_id" FROM "videos" WHERE "id" = NEW."video_id");
  RETURN NEW;
END $$;
CREATE FUNCTION "hand_over_encodings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "encodings" SET "owner_id" = NEW."owner_id"
   WHERE "video_id" = NEW."id" AND "state" IN ('queued', 'running');
  RETURN NULL;
END $$;
CREATE TRIGGER "encodings_owned" BEFORE INSERT ON "encodings" FOR EACH ROW EXECUTE FUNCTION "own_encoding"();
CREATE TRIGGER "videos_handed_over" AFTER UPDATE OF "owner_id" ON "videos" FOR EACH ROW
  WHEN (OLD."owner_id" <> NEW."owner_id") EXECUTE FUNCTION "hand_over_encodings"();
-- After the triggers, which keep writers out until the transaction ends.
UPDATE "encodings" SET "owner_id" = "videos"."owner_id" FROM "videos"
 WHERE "videos"."id" = "encodings"."video_id" AND "state" IN ('queued', 'running');
