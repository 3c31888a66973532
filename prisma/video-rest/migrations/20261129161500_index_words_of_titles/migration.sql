-- outside a transaction
-- What has a word in its title is found without all that have it anywhere.
DROP INDEX CONCURRENTLY IF EXISTS "video_words_title_idx";
CREATE INDEX CONCURRENTLY "video_words_title_idx" ON "video_words" USING GIN ("title");
