-- CreateTable
CREATE TABLE "chapters" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "start_seconds" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "chapters_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chapters_video_id_start_seconds_id_idx" ON "chapters"("video_id", "start_seconds", "id");

-- CreateIndex
CREATE UNIQUE INDEX "chapters_video_id_start_seconds_title_key" ON "chapters"("video_id", "start_seconds", "title");

-- AddForeignKey
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('chapters');

ALTER TABLE "chapters"
  ADD CONSTRAINT "chapters_title_check" CHECK ("title" <> ''),
  ADD CONSTRAINT "chapters_start_check" CHECK ("start_seconds" >= 0);
