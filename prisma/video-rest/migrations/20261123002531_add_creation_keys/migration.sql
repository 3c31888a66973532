-- CreateTable
CREATE TABLE "creation_keys" (
    "user_id" INTEGER NOT NULL,
    "key_hash" CHAR(64) NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "video_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "creation_keys_pkey" PRIMARY KEY ("user_id","key_hash")
);

-- CreateIndex
CREATE INDEX "creation_keys_created_at_idx" ON "creation_keys"("created_at");

-- CreateIndex
CREATE INDEX "creation_keys_video_id_idx" ON "creation_keys"("video_id");

-- AddForeignKey
ALTER TABLE "creation_keys" ADD CONSTRAINT "creation_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "creation_keys" ADD CONSTRAINT "creation_keys_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
