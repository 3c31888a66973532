-- CreateTable
CREATE TABLE "view_counts" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "view_counts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "recent_views" (
    "viewer" BYTEA NOT NULL,
    "video_id" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recent_views_pkey" PRIMARY KEY ("viewer","video_id")
);

-- CreateIndex
CREATE INDEX "view_counts_date_id_idx" ON "view_counts"("date", "id");

-- CreateIndex
CREATE UNIQUE INDEX "view_counts_video_id_date_key" ON "view_counts"("video_id", "date");

-- CreateIndex
CREATE INDEX "recent_views_ends_at_idx" ON "recent_views"("ends_at");

-- AddForeignKey
ALTER TABLE "view_counts" ADD CONSTRAINT "view_counts_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('view_counts');

ALTER TABLE "view_counts" ADD CONSTRAINT "view_counts_count_check" CHECK ("count" > 0);
