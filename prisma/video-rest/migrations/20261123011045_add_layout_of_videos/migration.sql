-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "layout" VARCHAR(16) NOT NULL DEFAULT 'first';

ALTER TABLE "videos"
  ADD CONSTRAINT "videos_layout_check" CHECK ("layout" IN ('first', 'composed'));
