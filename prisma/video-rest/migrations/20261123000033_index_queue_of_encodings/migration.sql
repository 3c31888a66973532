-- outside a transaction
-- The next run of each owner, however many wait.
DROP INDEX CONCURRENTLY IF EXISTS "encodings_queue_idx";
CREATE INDEX CONCURRENTLY "encodings_queue_idx" ON "encodings" ("owner_id", "priority" DESC, "requested_at", "id") WHERE "state" = 'queued';
