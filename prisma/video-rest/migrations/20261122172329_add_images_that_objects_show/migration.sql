-- AlterTable
ALTER TABLE "broadcasters" ADD COLUMN     "poster_id" INTEGER;

-- AlterTable
ALTER TABLE "buildings" ADD COLUMN     "headband_id" INTEGER;

-- AlterTable
ALTER TABLE "channels" ADD COLUMN     "headband_id" INTEGER;

-- AlterTable
ALTER TABLE "disciplines" ADD COLUMN     "icon_id" INTEGER;

-- AlterTable
ALTER TABLE "enrichments" ADD COLUMN     "document_id" INTEGER,
ADD COLUMN     "image_id" INTEGER;

-- AlterTable
ALTER TABLE "owners" ADD COLUMN     "userpicture_id" INTEGER;

-- AlterTable
ALTER TABLE "themes" ADD COLUMN     "headband_id" INTEGER;

-- AlterTable
ALTER TABLE "video_types" ADD COLUMN     "icon_id" INTEGER;

-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "thumbnail_id" INTEGER;

-- CreateIndex
CREATE INDEX "broadcasters_poster_id_idx" ON "broadcasters"("poster_id");

-- CreateIndex
CREATE INDEX "buildings_headband_id_idx" ON "buildings"("headband_id");

-- CreateIndex
CREATE INDEX "channels_headband_id_idx" ON "channels"("headband_id");

-- CreateIndex
CREATE INDEX "disciplines_icon_id_idx" ON "disciplines"("icon_id");

-- CreateIndex
CREATE INDEX "enrichments_image_id_idx" ON "enrichments"("image_id");

-- CreateIndex
CREATE INDEX "enrichments_document_id_idx" ON "enrichments"("document_id");

-- CreateIndex
CREATE INDEX "owners_userpicture_id_idx" ON "owners"("userpicture_id");

-- CreateIndex
CREATE INDEX "themes_headband_id_idx" ON "themes"("headband_id");

-- CreateIndex
CREATE INDEX "video_types_icon_id_idx" ON "video_types"("icon_id");

-- CreateIndex
CREATE INDEX "videos_thumbnail_id_idx" ON "videos"("thumbnail_id");

-- AddForeignKey
ALTER TABLE "video_types" ADD CONSTRAINT "video_types_icon_id_fkey" FOREIGN KEY ("icon_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disciplines" ADD CONSTRAINT "disciplines_icon_id_fkey" FOREIGN KEY ("icon_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_headband_id_fkey" FOREIGN KEY ("headband_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "themes" ADD CONSTRAINT "themes_headband_id_fkey" FOREIGN KEY ("headband_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "buildings" ADD CONSTRAINT "buildings_headband_id_fkey" FOREIGN KEY ("headband_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "broadcasters" ADD CONSTRAINT "broadcasters_poster_id_fkey" FOREIGN KEY ("poster_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "videos" ADD CONSTRAINT "videos_thumbnail_id_fkey" FOREIGN KEY ("thumbnail_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "owners" ADD CONSTRAINT "owners_userpicture_id_fkey" FOREIGN KEY ("userpicture_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrichments" ADD CONSTRAINT "enrichments_image_id_fkey" FOREIGN KEY ("image_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrichments" ADD CONSTRAINT "enrichments_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE CASCADE;
