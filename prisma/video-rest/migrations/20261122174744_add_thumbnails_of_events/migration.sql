-- AlterTable
ALTER TABLE "events" ADD COLUMN     "thumbnail_id" INTEGER;

-- CreateIndex
CREATE INDEX "events_thumbnail_id_idx" ON "events"("thumbnail_id");

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_thumbnail_id_fkey" FOREIGN KEY ("thumbnail_id") REFERENCES "images"("id") ON DELETE SET NULL ON UPDATE CASCADE;
