-- outside a transaction
-- Numbers over time are read from these alone.
DROP INDEX CONCURRENTLY IF EXISTS "signables_created_at_state_idx";
CREATE INDEX CONCURRENTLY "signables_created_at_state_idx" ON "signables"("created_at", "state");

DROP INDEX CONCURRENTLY IF EXISTS "attempts_started_at_status_idx";
CREATE INDEX CONCURRENTLY "attempts_started_at_status_idx" ON "attempts"("started_at", "status");
