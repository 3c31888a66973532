-- AlterTable
ALTER TABLE "channels" ADD COLUMN     "site_id" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "disciplines" ADD COLUMN     "site_id" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE INDEX "channels_site_id_idx" ON "channels"("site_id");

-- CreateIndex
CREATE INDEX "disciplines_site_id_idx" ON "disciplines"("site_id");

-- AddForeignKey
ALTER TABLE "disciplines" ADD CONSTRAINT "disciplines_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
