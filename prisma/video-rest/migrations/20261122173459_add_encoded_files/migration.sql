-- CreateTable
CREATE TABLE "encoded_videos" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "rendition_id" INTEGER,
    "name" VARCHAR(10) NOT NULL,
    "height_pixels" INTEGER NOT NULL,
    "encoding_format" VARCHAR(22) NOT NULL,
    "file" VARCHAR(100) NOT NULL,

    CONSTRAINT "encoded_videos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "encoded_audios" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "name" VARCHAR(10) NOT NULL,
    "encoding_format" VARCHAR(22) NOT NULL,
    "file" VARCHAR(100) NOT NULL,

    CONSTRAINT "encoded_audios_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "encoded_playlists" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "name" VARCHAR(10) NOT NULL,
    "encoding_format" VARCHAR(22) NOT NULL,
    "file" VARCHAR(100) NOT NULL,

    CONSTRAINT "encoded_playlists_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "encoded_videos_name_id_idx" ON "encoded_videos"("name", "id");

-- CreateIndex
CREATE INDEX "encoded_videos_video_id_name_id_idx" ON "encoded_videos"("video_id", "name", "id");

-- CreateIndex
CREATE INDEX "encoded_videos_rendition_id_idx" ON "encoded_videos"("rendition_id");

-- CreateIndex
CREATE UNIQUE INDEX "encoded_videos_video_id_file_key" ON "encoded_videos"("video_id", "file");

-- CreateIndex
CREATE INDEX "encoded_audios_name_id_idx" ON "encoded_audios"("name", "id");

-- CreateIndex
CREATE INDEX "encoded_audios_video_id_name_id_idx" ON "encoded_audios"("video_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "encoded_audios_video_id_file_key" ON "encoded_audios"("video_id", "file");

-- CreateIndex
CREATE INDEX "encoded_playlists_name_id_idx" ON "encoded_playlists"("name", "id");

-- CreateIndex
CREATE INDEX "encoded_playlists_video_id_name_id_idx" ON "encoded_playlists"("video_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "encoded_playlists_video_id_file_key" ON "encoded_playlists"("video_id", "file");

-- AddForeignKey
ALTER TABLE "encoded_videos" ADD CONSTRAINT "encoded_videos_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "encoded_videos" ADD CONSTRAINT "encoded_videos_rendition_id_fkey" FOREIGN KEY ("rendition_id") REFERENCES "renditions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "encoded_audios" ADD CONSTRAINT "encoded_audios_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "encoded_playlists" ADD CONSTRAINT "encoded_playlists_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('encoded_videos');

-- Lists take their total from it.
SELECT "keep_count"('encoded_audios');

-- Lists take their total from it.
SELECT "keep_count"('encoded_playlists');

-- What the outputs of a run are to clients, the smallest picture first. `short_side` tells the rendition.
CREATE FUNCTION "encoded_files"("outputs" jsonb)
RETURNS TABLE ("list" text, "name" text, "height_pixels" integer, "short_side_pixels" integer, "encoding_format" text, "file" text)
LANGUAGE sql IMMUTABLE AS $$
  WITH "renditions" AS (
    SELECT r->>'name' AS "name", (r->>'height')::int AS "height",
           least((r->>'width')::int, (r->>'height')::int) AS "short_side", r->>'name' || '.mp4' AS "mp4"
    FROM jsonb_array_elements("outputs"->'renditions') r
  )
  SELECT 'video', "name", "height", "short_side", 'video/mp4', "mp4"
  FROM "renditions" WHERE "outputs"->'mp4' @> jsonb_build_array(jsonb_build_object('file', "mp4"))
  UNION ALL
  -- The segments of HLS are MP4 too; clients of this kind of platform tell them from files to keep by this type.
  SELECT 'video', "name", "height", "short_side", 'video/mp2t', "name" || '.m4s' FROM "renditions"
  UNION ALL
  SELECT 'audio', 'audio', NULL, NULL, 'video/mp4', "outputs"->>'audio' WHERE "outputs"->>'audio' IS NOT NULL
  UNION ALL
  SELECT 'playlist', "name", "height", "short_side", 'application/x-mpegURL', "name" || '.m3u8' FROM "renditions"
  UNION ALL
  SELECT 'playlist', 'playlist', NULL, NULL, 'application/x-mpegURL', "outputs"->>'hls' WHERE "outputs"->>'hls' IS NOT NULL
$$;

-- Writes anew what is on air of these videos.
CREATE FUNCTION "list_encoded_files"("shown" integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "encoded_videos" WHERE "video_id" = ANY ("shown");
  DELETE FROM "encoded_audios" WHERE "video_id" = ANY ("shown");
  DELETE FROM "encoded_playlists" WHERE "video_id" = ANY ("shown");
  INSERT INTO "encoded_videos" ("video_id", "rendition_id", "name", "height_pixels", "encoding_format", "file")
    SELECT v."id", coalesce(same."id", lowest."id"), f."name", f."height_pixels", f."encoding_format", f."file"
    FROM "videos" v JOIN "encodings" e ON e."id" = v."encoding_id" CROSS JOIN LATERAL "encoded_files"(e."outputs") f
    LEFT JOIN "renditions" same ON same."short_side_pixels" = f."short_side_pixels"
    -- A source under the lowest has one of its own size, as the lowest says.
    LEFT JOIN "renditions" lowest ON lowest."short_side_pixels" = (SELECT min("short_side_pixels") FROM "renditions") AND f."short_side_pixels" < lowest."short_side_pixels"
    WHERE v."id" = ANY ("shown") AND f."list" = 'video' ORDER BY v."id", f."height_pixels", f."encoding_format" DESC;
  INSERT INTO "encoded_audios" ("video_id", "name", "encoding_format", "file")
    SELECT v."id", f."name", f."encoding_format", f."file"
    FROM "videos" v JOIN "encodings" e ON e."id" = v."encoding_id" CROSS JOIN LATERAL "encoded_files"(e."outputs") f
    WHERE v."id" = ANY ("shown") AND f."list" = 'audio' ORDER BY v."id";
  INSERT INTO "encoded_playlists" ("video_id", "name", "encoding_format", "file")
    SELECT v."id", f."name", f."encoding_format", f."file"
    FROM "videos" v JOIN "encodings" e ON e."id" = v."encoding_id" CROSS JOIN LATERAL "encoded_files"(e."outputs") f
    WHERE v."id" = ANY ("shown") AND f."list" = 'playlist' ORDER BY v."id", f."height_pixels" NULLS LAST;
END $$;

CREATE FUNCTION "list_encoded_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "list_encoded_files"(ARRAY[NEW."id"]);
  RETURN NULL;
END $$;

-- It keeps writers out until the transaction ends: what is listed then stays true.
CREATE TRIGGER "videos_encoded_files" AFTER UPDATE OF "encoding_id" ON "videos" FOR EACH ROW
  WHEN (OLD."encoding_id" IS DISTINCT FROM NEW."encoding_id") EXECUTE FUNCTION "list_encoded_files"();

SELECT "list_encoded_files"(array_agg("id")) FROM "videos" WHERE "encoding_id" IS NOT NULL;
