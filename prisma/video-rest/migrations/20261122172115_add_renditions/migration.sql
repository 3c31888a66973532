-- CreateTable
CREATE TABLE "renditions" (
    "id" SERIAL NOT NULL,
    "resolution" VARCHAR(9) NOT NULL,
    "short_side_pixels" INTEGER NOT NULL,
    "video_bitrate_kbps" INTEGER NOT NULL,
    "audio_bitrate_kbps" INTEGER NOT NULL,
    "encode_mp4" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "renditions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_RenditionProfileToSite" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_RenditionProfileToSite_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "renditions_resolution_key" ON "renditions"("resolution");

-- CreateIndex
CREATE UNIQUE INDEX "renditions_short_side_pixels_key" ON "renditions"("short_side_pixels");

-- CreateIndex
CREATE INDEX "_RenditionProfileToSite_B_index" ON "_RenditionProfileToSite"("B");

-- AddForeignKey
ALTER TABLE "_RenditionProfileToSite" ADD CONSTRAINT "_RenditionProfileToSite_A_fkey" FOREIGN KEY ("A") REFERENCES "renditions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_RenditionProfileToSite" ADD CONSTRAINT "_RenditionProfileToSite_B_fkey" FOREIGN KEY ("B") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('renditions');

ALTER TABLE "renditions"
  ADD CONSTRAINT "renditions_resolution_check" CHECK ("resolution" ~ '^[1-9][0-9]{1,3}x[1-9][0-9]{1,3}$'),
  ADD CONSTRAINT "renditions_short_side_check" CHECK ("short_side_pixels" % 2 = 0 AND "short_side_pixels" = least(split_part("resolution", 'x', 1)::int, split_part("resolution", 'x', 2)::int)),
  ADD CONSTRAINT "renditions_bitrates_check" CHECK ("video_bitrate_kbps" > 0 AND "audio_bitrate_kbps" > 0);

-- What every video was encoded at so far.
INSERT INTO "renditions" ("resolution", "short_side_pixels", "video_bitrate_kbps", "audio_bitrate_kbps", "encode_mp4") VALUES
  ('640x360', 360, 750, 96, true),
  ('1280x720', 720, 2000, 128, true),
  ('1920x1080', 1080, 3000, 192, true);
