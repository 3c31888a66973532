-- CreateTable
CREATE TABLE "uploads" (
    "id" CHAR(32) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    "received_bytes" BIGINT NOT NULL DEFAULT 0,
    "metadata" TEXT NOT NULL DEFAULT '',
    "values" JSONB,
    "is_part" BOOLEAN NOT NULL DEFAULT false,
    "parts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "replaces_id" INTEGER,
    "video_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "uploads_user_id_created_at_idx" ON "uploads"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");

-- CreateIndex
CREATE INDEX "uploads_replaces_id_idx" ON "uploads"("replaces_id");

-- CreateIndex
CREATE INDEX "uploads_video_id_idx" ON "uploads"("video_id");

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "uploads" ADD CONSTRAINT "uploads_id_check" CHECK ("id" ~ '^[0-9a-f]{32}$');
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_received_bytes_check" CHECK ("received_bytes" BETWEEN 0 AND "size");
