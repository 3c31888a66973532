-- outside a transaction
-- Few of a year's records are drafts or in signing, and few deliveries are pending or failed: they are found by that.
DROP INDEX CONCURRENTLY IF EXISTS "signables_state_kind_number_idx";
CREATE INDEX CONCURRENTLY "signables_state_kind_number_idx" ON "signables"("state", "kind", "number" DESC);

DROP INDEX CONCURRENTLY IF EXISTS "deliveries_state_created_at_id_idx";
CREATE INDEX CONCURRENTLY "deliveries_state_created_at_id_idx" ON "deliveries"("state", "created_at" DESC, "id" DESC);

DROP INDEX CONCURRENTLY IF EXISTS "signables_outside_idx";
CREATE INDEX CONCURRENTLY "signables_outside_idx" ON "signables" ("kind", "state") WHERE "signed_outside";
