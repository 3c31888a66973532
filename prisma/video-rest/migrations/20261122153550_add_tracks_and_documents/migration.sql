-- CreateTable
CREATE TABLE "tracks" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "kind" VARCHAR(10) NOT NULL DEFAULT 'subtitles',
    "lang" VARCHAR(2) NOT NULL DEFAULT 'fr',
    "src_id" INTEGER,

    CONSTRAINT "tracks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "document_id" INTEGER,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tracks_src_id_idx" ON "tracks"("src_id");

-- CreateIndex
CREATE UNIQUE INDEX "tracks_video_id_kind_lang_key" ON "tracks"("video_id", "kind", "lang");

-- CreateIndex
CREATE INDEX "documents_video_id_id_idx" ON "documents"("video_id", "id");

-- CreateIndex
CREATE INDEX "documents_document_id_idx" ON "documents"("document_id");

-- AddForeignKey
ALTER TABLE "tracks" ADD CONSTRAINT "tracks_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracks" ADD CONSTRAINT "tracks_src_id_fkey" FOREIGN KEY ("src_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('tracks');

-- Lists take their total from it.
SELECT "keep_count"('documents');
