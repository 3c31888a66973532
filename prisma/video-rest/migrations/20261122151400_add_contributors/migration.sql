-- CreateTable
CREATE TABLE "contributors" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "name" VARCHAR(200) NOT NULL DEFAULT '',
    "email_address" VARCHAR(254),
    "role" VARCHAR(20) NOT NULL DEFAULT 'author',
    "weblink" VARCHAR(200),

    CONSTRAINT "contributors_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "contributors_video_id_id_idx" ON "contributors"("video_id", "id");

-- CreateIndex
CREATE INDEX "contributors_role_id_idx" ON "contributors"("role", "id");

-- AddForeignKey
ALTER TABLE "contributors" ADD CONSTRAINT "contributors_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('contributors');

ALTER TABLE "contributors"
  ADD CONSTRAINT "contributors_role_check" CHECK ("role" IN ('actor', 'voice-over', 'author', 'designer', 'editor', 'writer', 'consultant', 'contributor', 'director', 'technician', 'soundman', 'speaker'));
