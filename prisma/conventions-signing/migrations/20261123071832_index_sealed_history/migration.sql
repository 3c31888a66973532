-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "history_position_key";
-- Safe beside older versions: they give no entry a position.
CREATE UNIQUE INDEX CONCURRENTLY "history_position_key" ON "history"("position");

-- What is still to be sealed, in an order that no other index has: nothing else is ever read instead.
DROP INDEX CONCURRENTLY IF EXISTS "history_unsealed_idx";
CREATE INDEX CONCURRENTLY "history_unsealed_idx" ON "history"("position", "id") WHERE "position" IS NULL;

ALTER TABLE "history" VALIDATE CONSTRAINT "history_signable_id_fkey";
ALTER TABLE "history" VALIDATE CONSTRAINT "history_sealed_check";
ALTER TABLE "history" VALIDATE CONSTRAINT "history_position_check";
ALTER TABLE "history" VALIDATE CONSTRAINT "history_hash_check";
