-- AlterTable
ALTER TABLE "uploads" ADD COLUMN     "charged_bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "charged_id" INTEGER,
ADD COLUMN     "charged_videos" INTEGER NOT NULL DEFAULT 0;

-- What is announced counts until it is a video, which counts itself, or gone.
CREATE FUNCTION "charge_upload"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "users" SET "source_bytes" = "source_bytes" + NEW."charged_bytes", "video_count" = "video_count" + NEW."charged_videos"
    WHERE "id" = NEW."charged_id";
  ELSE
    UPDATE "users" SET "source_bytes" = "source_bytes" - OLD."charged_bytes", "video_count" = "video_count" - OLD."charged_videos"
    WHERE "id" = OLD."charged_id";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "uploads_charged" AFTER INSERT ON "uploads" FOR EACH ROW
  WHEN (NEW."charged_id" IS NOT NULL) EXECUTE FUNCTION "charge_upload"();
CREATE TRIGGER "uploads_given_up" AFTER DELETE ON "uploads" FOR EACH ROW
  WHEN (OLD."charged_id" IS NOT NULL AND OLD."video_id" IS NULL) EXECUTE FUNCTION "charge_upload"();
CREATE TRIGGER "uploads_finished" AFTER UPDATE OF "video_id" ON "uploads" FOR EACH ROW
  WHEN (OLD."charged_id" IS NOT NULL AND OLD."video_id" IS NULL AND NEW."video_id" IS NOT NULL)
  EXECUTE FUNCTION "charge_upload"();
