-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "licence" VARCHAR(8),
ADD COLUMN     "cursus" VARCHAR(1) NOT NULL DEFAULT '0',
ADD COLUMN     "is360" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "disable_comment" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "videos"
  ADD CONSTRAINT "videos_licence_check" CHECK ("licence" IN ('by', 'by-nd', 'by-nc-nd', 'by-nc', 'by-nc-sa', 'by-sa')),
  ADD CONSTRAINT "videos_cursus_check" CHECK ("cursus" IN ('0', 'L', 'M', 'D', '1'));
