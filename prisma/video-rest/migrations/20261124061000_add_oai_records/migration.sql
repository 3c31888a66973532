-- CreateTable
-- What harvesters are told of each video that everybody may watch, or could: it stays when the video is gone. Older
-- versions do not mind: triggers keep it, whoever writes.
CREATE TABLE "oai_records" (
    "video_id" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL,
    "sets" TEXT[] NOT NULL,
    "datestamp" TIMESTAMPTZ(3),

    CONSTRAINT "oai_records_pkey" PRIMARY KEY ("video_id")
);

-- CreateTable
-- Names that stand in many records and have changed: their records are not stamped yet.
CREATE TABLE "oai_renamed" (
    "table_name" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "done_to" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "oai_renamed_pkey" PRIMARY KEY ("table_name","id")
);

-- CreateIndex
CREATE INDEX "oai_records_datestamp_video_id_idx" ON "oai_records"("datestamp", "video_id");

-- The rule of what is public stands in apps/video-rest/src/data/within-place.ts.
CREATE FUNCTION "is_public_video"("v" "videos") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT NOT v."is_draft" AND NOT v."is_restricted" AND NOT v."is_for_groups" AND v."password_hash" IS NULL
    AND v."encoding_id" IS NOT NULL
$$;

-- What a video is in, and what that is in; a channel has what is in its themes, as on its page.
CREATE FUNCTION "oai_sets_of"("video" integer, "type" integer) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(DISTINCT "set") FROM (
    VALUES ('type'), ('type:' || "type")
    UNION ALL SELECT unnest(ARRAY['discipline', 'discipline:' || "A"]) FROM "_DisciplineToVideo" WHERE "B" = "video"
    UNION ALL SELECT unnest(ARRAY['channel', 'channel:' || c."id"]) FROM "channels" c WHERE c."visible" AND c."id" IN (
      SELECT "A" FROM "_ChannelToVideo" WHERE "B" = "video" UNION ALL
      SELECT t."channel_id" FROM "_ThemeToVideo" l JOIN "themes" t ON t."id" = l."A" WHERE l."B" = "video")
  ) s ("set")
$$;

-- A record that has changed has no datestamp until somebody harvests ("seal_oai_records"): the clock of whoever changes it
-- says nothing of when others see the change. What is hidden or gone keeps the sets that it was told of in.
CREATE FUNCTION "note_oai_records"("ids" integer[], "at" timestamptz DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever changes another part of the same video waits, and then sees what this one has changed.
  PERFORM 1 FROM "videos" WHERE "id" = ANY("ids") ORDER BY "id" FOR NO KEY UPDATE;
  INSERT INTO "oai_records"
  SELECT v."id", false, "oai_sets_of"(v."id", v."type_id"), "at" FROM "videos" v
  WHERE v."id" = ANY("ids") AND "is_public_video"(v) ORDER BY v."id"
  ON CONFLICT ("video_id") DO UPDATE SET ("deleted", "sets", "datestamp") = (false, EXCLUDED."sets", EXCLUDED."datestamp");
  UPDATE "oai_records" r SET "deleted" = true, "datestamp" = "at"
  WHERE r."video_id" = ANY("ids") AND NOT r."deleted"
    AND NOT EXISTS (SELECT 1 FROM "videos" v WHERE v."id" = r."video_id" AND "is_public_video"(v));
END $$;

-- Of the rows of a table that a statement has changed: the column that names the video.
CREATE FUNCTION "note_oai_records_of_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "ids" integer[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT %I) FROM "changed"', TG_ARGV[0]) INTO "ids";
  IF "ids" IS NOT NULL THEN PERFORM "note_oai_records"("ids"); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "videos_oai_removed" AFTER DELETE ON "videos" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT
  EXECUTE FUNCTION "note_oai_records_of_changed"('id');

-- A run of the encoder changes its video often, and of these what is on air alone.
CREATE FUNCTION "note_oai_record_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_oai_records"(ARRAY[NEW."id"]);
  RETURN NULL;
END $$;
CREATE TRIGGER "videos_oai_added" AFTER INSERT ON "videos" FOR EACH ROW
  WHEN (NEW."encoding_id" IS NOT NULL) EXECUTE FUNCTION "note_oai_record_of_row"();
CREATE TRIGGER "videos_oai_changed" AFTER UPDATE ON "videos" FOR EACH ROW
  WHEN ((OLD."slug", OLD."title", OLD."description", OLD."tags", OLD."owner_id", OLD."type_id", OLD."date_added",
         OLD."main_lang", OLD."licence", OLD."media_kind", OLD."is_draft", OLD."is_restricted", OLD."is_for_groups",
         OLD."password_hash" IS NULL, OLD."encoding_id" IS NULL)
    IS DISTINCT FROM
        (NEW."slug", NEW."title", NEW."description", NEW."tags", NEW."owner_id", NEW."type_id", NEW."date_added",
         NEW."main_lang", NEW."licence", NEW."media_kind", NEW."is_draft", NEW."is_restricted", NEW."is_for_groups",
         NEW."password_hash" IS NULL, NEW."encoding_id" IS NULL))
  EXECUTE FUNCTION "note_oai_record_of_row"();

CREATE FUNCTION "keep_oai_records_by"("part" text, "column" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "head" text;
BEGIN
  FOREACH "head" IN ARRAY ARRAY['added AFTER INSERT ON %I REFERENCING NEW', 'removed AFTER DELETE ON %I REFERENCING OLD',
                                'moved AFTER UPDATE ON %I REFERENCING OLD', 'changed AFTER UPDATE ON %I REFERENCING NEW'] LOOP
    EXECUTE format('CREATE TRIGGER oai_' || "head" || ' TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_oai_records_of_changed"(%L)', "part", "column");
  END LOOP;
END $$;

SELECT "keep_oai_records_by"('contributors', 'video_id');
SELECT "keep_oai_records_by"('_ChannelToVideo', 'B');
SELECT "keep_oai_records_by"('_ThemeToVideo', 'B');
SELECT "keep_oai_records_by"('_DisciplineToVideo', 'B');

CREATE FUNCTION "note_oai_records_of_channel"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_oai_records"(array(
    SELECT "B" FROM "_ChannelToVideo" WHERE "A" = NEW."id" UNION
    SELECT l."B" FROM "_ThemeToVideo" l JOIN "themes" t ON t."id" = l."A" WHERE t."channel_id" = NEW."id"));
  RETURN NULL;
END $$;
CREATE TRIGGER "channels_oai_shown" AFTER UPDATE OF "visible" ON "channels" FOR EACH ROW
  WHEN (OLD."visible" IS DISTINCT FROM NEW."visible") EXECUTE FUNCTION "note_oai_records_of_channel"();

CREATE FUNCTION "note_oai_records_of_theme"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_oai_records"(array(SELECT "B" FROM "_ThemeToVideo" WHERE "A" = NEW."id"));
  RETURN NULL;
END $$;
CREATE TRIGGER "themes_oai_moved" AFTER UPDATE OF "channel_id" ON "themes" FOR EACH ROW
  WHEN (OLD."channel_id" IS DISTINCT FROM NEW."channel_id") EXECUTE FUNCTION "note_oai_records_of_theme"();

-- A type of a million videos is renamed at once: its records are stamped as they are harvested.
CREATE FUNCTION "note_oai_renamed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "oai_renamed" VALUES (TG_TABLE_NAME, NEW."id") ON CONFLICT ("table_name", "id") DO UPDATE SET "done_to" = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "video_types_oai_renamed" AFTER UPDATE OF "title_en", "title_fr" ON "video_types" FOR EACH ROW
  WHEN ((OLD."title_en", OLD."title_fr") IS DISTINCT FROM (NEW."title_en", NEW."title_fr")) EXECUTE FUNCTION "note_oai_renamed"();
CREATE TRIGGER "disciplines_oai_renamed" AFTER UPDATE OF "title_en", "title_fr" ON "disciplines" FOR EACH ROW
  WHEN ((OLD."title_en", OLD."title_fr") IS DISTINCT FROM (NEW."title_en", NEW."title_fr")) EXECUTE FUNCTION "note_oai_renamed"();
CREATE TRIGGER "users_oai_renamed" AFTER UPDATE OF "first_name", "last_name" ON "users" FOR EACH ROW
  WHEN ((OLD."first_name", OLD."last_name") IS DISTINCT FROM (NEW."first_name", NEW."last_name")) EXECUTE FUNCTION "note_oai_renamed"();

-- Gives what has changed, and can be seen by all, its datestamp, at most "most" records of each kind; says which instant
-- that is, and whether there is more. One after the other, so that a datestamp is never older than one that was told.
CREATE FUNCTION "seal_oai_records"("most" integer, OUT "at" timestamptz, OUT "has_more" boolean) LANGUAGE plpgsql
  SET lock_timeout = '2s' AS $$
DECLARE
  "renamed" "oai_renamed";
  "ids" integer[];
  "left" integer := "most";
  "sealed" integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('oai_records'));
  -- Later than any, also when the clock was put back.
  "at" := greatest(date_trunc('milliseconds', clock_timestamp()),
    (SELECT max("datestamp") + interval '1 millisecond' FROM "oai_records"));
  WHILE "left" > 0 LOOP
    SELECT * INTO "renamed" FROM "oai_renamed" ORDER BY "table_name", "id" LIMIT 1 FOR UPDATE SKIP LOCKED;
    EXIT WHEN NOT FOUND;
    "ids" := CASE "renamed"."table_name"
      WHEN 'video_types' THEN array(SELECT v."id" FROM "videos" v
        WHERE v."type_id" = "renamed"."id" AND v."id" > "renamed"."done_to" ORDER BY v."id" LIMIT "left")
      WHEN 'users' THEN array(SELECT v."id" FROM "videos" v
        WHERE v."owner_id" = "renamed"."id" AND v."id" > "renamed"."done_to" ORDER BY v."id" LIMIT "left")
      ELSE array(SELECT "B" FROM "_DisciplineToVideo"
        WHERE "A" = "renamed"."id" AND "B" > "renamed"."done_to" ORDER BY "B" LIMIT "left")
    END;
    UPDATE "oai_records" SET "datestamp" = "at" WHERE "video_id" = ANY("ids") AND NOT "deleted";
    "left" := "left" - cardinality("ids");
    IF "left" = 0 THEN
      UPDATE "oai_renamed" r SET "done_to" = "ids"[cardinality("ids")] WHERE r."table_name" = "renamed"."table_name" AND r."id" = "renamed"."id";
    ELSE
      DELETE FROM "oai_renamed" r WHERE r."table_name" = "renamed"."table_name" AND r."id" = "renamed"."id";
    END IF;
  END LOOP;
  -- What somebody changes again at this moment has its turn once they have.
  UPDATE "oai_records" SET "datestamp" = "at" WHERE "video_id" = ANY(array(
    SELECT "video_id" FROM "oai_records" WHERE "datestamp" IS NULL ORDER BY "video_id" LIMIT "most" FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS "sealed" = ROW_COUNT;
  "has_more" := "sealed" = "most" OR EXISTS (SELECT 1 FROM "oai_renamed");
END $$;
