-- CreateTable
CREATE TABLE "overlays" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "content" TEXT NOT NULL,
    "start_seconds" INTEGER NOT NULL DEFAULT 1,
    "end_seconds" INTEGER NOT NULL DEFAULT 2,
    "position" VARCHAR(12) DEFAULT 'bottom-right',
    "background" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "overlays_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "overlays_start_seconds_id_idx" ON "overlays"("start_seconds", "id");

-- CreateIndex
CREATE INDEX "overlays_video_id_start_seconds_id_idx" ON "overlays"("video_id", "start_seconds", "id");

-- AddForeignKey
ALTER TABLE "overlays" ADD CONSTRAINT "overlays_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('overlays');

ALTER TABLE "overlays"
  ADD CONSTRAINT "overlays_title_check" CHECK ("title" <> ''),
  ADD CONSTRAINT "overlays_time_check" CHECK ("start_seconds" >= 0 AND "end_seconds" > "start_seconds"),
  ADD CONSTRAINT "overlays_position_check" CHECK ("position" IN ('top-left', 'top', 'top-right', 'right', 'bottom-right', 'bottom', 'bottom-left', 'left'));
