-- How many videos are open to every account: the rule stands in apps/video-rest/src/videos/who-may-watch.ts.
CREATE FUNCTION "keep_open_videos"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "more" bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT count(*) INTO "more" FROM "now"
     WHERE NOT "is_draft" AND NOT "is_for_groups" AND "password_hash" IS NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT "more" - count(*) INTO "more" FROM "before"
     WHERE NOT "is_draft" AND NOT "is_for_groups" AND "password_hash" IS NULL;
  END IF;
  -- Most changes open and close nothing, and wait for nobody.
  IF "more" <> 0 THEN
    UPDATE "row_counts" SET "rows" = "rows" + "more" WHERE "table_name" = 'open_videos';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "videos_open_added" AFTER INSERT ON "videos" REFERENCING NEW TABLE AS "now" FOR EACH STATEMENT EXECUTE FUNCTION "keep_open_videos"();
CREATE TRIGGER "videos_open_changed" AFTER UPDATE ON "videos" REFERENCING OLD TABLE AS "before" NEW TABLE AS "now" FOR EACH STATEMENT EXECUTE FUNCTION "keep_open_videos"();
CREATE TRIGGER "videos_open_removed" AFTER DELETE ON "videos" REFERENCING OLD TABLE AS "before" FOR EACH STATEMENT EXECUTE FUNCTION "keep_open_videos"();
-- After the triggers, which keep writers out until the transaction ends.
INSERT INTO "row_counts" SELECT 'open_videos', count(*) FROM "videos"
 WHERE NOT "is_draft" AND NOT "is_for_groups" AND "password_hash" IS NULL;
