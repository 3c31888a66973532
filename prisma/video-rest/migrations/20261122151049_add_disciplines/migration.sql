-- CreateTable
CREATE TABLE "disciplines" (
    "id" SERIAL NOT NULL,
    "title_en" VARCHAR(100),
    "title_fr" VARCHAR(100),
    "description_en" TEXT,
    "description_fr" TEXT,

    CONSTRAINT "disciplines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_DisciplineToVideo" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_DisciplineToVideo_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE INDEX "_DisciplineToVideo_B_index" ON "_DisciplineToVideo"("B");

-- AddForeignKey
ALTER TABLE "_DisciplineToVideo" ADD CONSTRAINT "_DisciplineToVideo_A_fkey" FOREIGN KEY ("A") REFERENCES "disciplines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_DisciplineToVideo" ADD CONSTRAINT "_DisciplineToVideo_B_fkey" FOREIGN KEY ("B") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('disciplines');

-- Two disciplines never show the same title in one language, whether it is written in it or stands in for it.
CREATE UNIQUE INDEX "disciplines_title_en_key" ON "disciplines" (coalesce("title_en", "title_fr"));
CREATE UNIQUE INDEX "disciplines_title_fr_key" ON "disciplines" (coalesce("title_fr", "title_en"));

ALTER TABLE "disciplines"
  ADD CONSTRAINT "disciplines_title_check" CHECK (coalesce("title_en", "title_fr") <> '');
