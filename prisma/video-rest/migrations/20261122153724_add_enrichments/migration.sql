-- CreateTable
CREATE TABLE "enrichments" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "stop_video" BOOLEAN NOT NULL DEFAULT false,
    "start_seconds" INTEGER NOT NULL DEFAULT 0,
    "end_seconds" INTEGER NOT NULL DEFAULT 1,
    "type" VARCHAR(10),
    "richtext" TEXT NOT NULL DEFAULT '',
    "weblink" VARCHAR(200),
    "embed" TEXT,

    CONSTRAINT "enrichments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "enrichments_video_id_start_seconds_id_idx" ON "enrichments"("video_id", "start_seconds", "id");

-- CreateIndex
CREATE INDEX "enrichments_type_id_idx" ON "enrichments"("type", "id");

-- AddForeignKey
ALTER TABLE "enrichments" ADD CONSTRAINT "enrichments_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('enrichments');

ALTER TABLE "enrichments"
  ADD CONSTRAINT "enrichments_title_check" CHECK ("title" <> ''),
  ADD CONSTRAINT "enrichments_time_check" CHECK ("start_seconds" >= 0 AND "end_seconds" > "start_seconds"),
  ADD CONSTRAINT "enrichments_type_check" CHECK ("type" IN ('image', 'richtext', 'weblink', 'document', 'embed'));
