-- CreateTable
CREATE TABLE "sites" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(50) NOT NULL,
    "domain" VARCHAR(100) NOT NULL,

    CONSTRAINT "sites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_BuildingToSite" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_BuildingToSite_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_SiteToVideoType" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_SiteToVideoType_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_SiteToVideo" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_SiteToVideo_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "sites_domain_key" ON "sites"("domain");

-- CreateIndex
CREATE INDEX "_BuildingToSite_B_index" ON "_BuildingToSite"("B");

-- CreateIndex
CREATE INDEX "_SiteToVideoType_B_index" ON "_SiteToVideoType"("B");

-- CreateIndex
CREATE INDEX "_SiteToVideo_B_index" ON "_SiteToVideo"("B");

-- AddForeignKey
ALTER TABLE "_BuildingToSite" ADD CONSTRAINT "_BuildingToSite_A_fkey" FOREIGN KEY ("A") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_BuildingToSite" ADD CONSTRAINT "_BuildingToSite_B_fkey" FOREIGN KEY ("B") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_SiteToVideoType" ADD CONSTRAINT "_SiteToVideoType_A_fkey" FOREIGN KEY ("A") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_SiteToVideoType" ADD CONSTRAINT "_SiteToVideoType_B_fkey" FOREIGN KEY ("B") REFERENCES "video_types"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_SiteToVideo" ADD CONSTRAINT "_SiteToVideo_A_fkey" FOREIGN KEY ("A") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_SiteToVideo" ADD CONSTRAINT "_SiteToVideo_B_fkey" FOREIGN KEY ("B") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The site of the instance, which the service names when it starts.
INSERT INTO "sites" ("name", "domain") VALUES ('localhost', 'localhost');

-- Lists take their total from it.
SELECT "keep_count"('sites');
