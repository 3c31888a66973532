-- outside a transaction
-- The newest public videos with their words: what very many have is found among them.
-- Safe beside older versions: they read the same rows.
DROP INDEX CONCURRENTLY IF EXISTS "video_words_newest_idx";
CREATE INDEX CONCURRENTLY "video_words_newest_idx" ON "video_words" ("date_added" DESC, "video_id" DESC) WHERE "is_public";
