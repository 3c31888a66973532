-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "plays" VARCHAR(2000) NOT NULL DEFAULT '';

-- Pieces of a second or more, in order, none touching another.
ALTER TABLE "videos"
  ADD CONSTRAINT "videos_plays_check" CHECK (
    CASE WHEN "plays" = '' THEN true
    ELSE "plays" <> '{}' AND "plays"::int4multirange::text = "plays" AND coalesce(lower("plays"::int4multirange), -1) >= 0
    END);
