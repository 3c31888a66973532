-- outside a transaction
-- Few of millions of runs are queued, at work or failed: they are found by that.
DROP INDEX CONCURRENTLY IF EXISTS "encodings_state_requested_at_id_idx";
CREATE INDEX CONCURRENTLY "encodings_state_requested_at_id_idx" ON "encodings"("state", "requested_at" DESC, "id" DESC);

-- Few of millions of videos are not for everybody: a list of those alone is counted over its own index.
DROP INDEX CONCURRENTLY IF EXISTS "videos_draft_idx";
CREATE INDEX CONCURRENTLY "videos_draft_idx" ON "videos" ("date_added" DESC, "id" DESC) WHERE "is_draft";
DROP INDEX CONCURRENTLY IF EXISTS "videos_restricted_idx";
CREATE INDEX CONCURRENTLY "videos_restricted_idx" ON "videos" ("date_added" DESC, "id" DESC) WHERE "is_restricted";
