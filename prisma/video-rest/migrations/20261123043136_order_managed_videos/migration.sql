-- outside a transaction
-- Managed videos in the order of titles or of how long they are, in both directions.
-- Safe beside older versions: they read the same rows, and sorted them all.
DROP INDEX CONCURRENTLY IF EXISTS "videos_title_id_idx";
CREATE INDEX CONCURRENTLY "videos_title_id_idx" ON "videos"("title", "id");
DROP INDEX CONCURRENTLY IF EXISTS "videos_duration_seconds_id_idx";
CREATE INDEX CONCURRENTLY "videos_duration_seconds_id_idx" ON "videos"("duration_seconds", "id");

-- Few videos were never encoded: they are found by that.
DROP INDEX CONCURRENTLY IF EXISTS "videos_never_encoded_idx";
CREATE INDEX CONCURRENTLY "videos_never_encoded_idx" ON "videos" ("date_added" DESC, "id" DESC) WHERE "latest_encoding_id" IS NULL;
