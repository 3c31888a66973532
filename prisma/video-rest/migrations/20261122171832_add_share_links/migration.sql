-- CreateTable
CREATE TABLE "share_links" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "label" VARCHAR(100) NOT NULL DEFAULT '',
    "key_hash" CHAR(64) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "share_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "share_links_key_hash_key" ON "share_links"("key_hash");

-- CreateIndex
CREATE INDEX "share_links_video_id_created_at_id_idx" ON "share_links"("video_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "share_links_created_at_id_idx" ON "share_links"("created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('share_links');
