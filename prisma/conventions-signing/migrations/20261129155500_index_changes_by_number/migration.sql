-- outside a transaction
-- What has changed, by number: where much has, a page is found in its order, and nothing is sorted for it.
DROP INDEX CONCURRENTLY IF EXISTS "signable_times_kind_number_state_updated_at_idx";
CREATE INDEX CONCURRENTLY "signable_times_kind_number_state_updated_at_idx" ON "signable_times"("kind", "number", "state", "updated_at");
