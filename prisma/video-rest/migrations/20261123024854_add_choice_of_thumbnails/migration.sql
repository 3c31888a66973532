-- Safe beside older versions: they show the first picture, and leave the choice as it is.
ALTER TABLE "videos" ADD COLUMN     "thumbnail_choice" SMALLINT NOT NULL DEFAULT 1;

ALTER TABLE "videos"
  ADD CONSTRAINT "videos_thumbnail_choice_check" CHECK ("thumbnail_choice" BETWEEN 1 AND 3);
