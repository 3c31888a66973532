-- Safe beside older versions: they take no tracks out of sources, and null says so.
ALTER TABLE "videos" ADD COLUMN     "tracks_of_source" TEXT;

-- Safe beside older versions: what they keep was sent by somebody, and null says so.
ALTER TABLE "files" ADD COLUMN     "taken_from" TEXT;
