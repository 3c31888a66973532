-- outside a transaction
-- The entries of a record, also of one that was deleted: whoever seals asks for the newest of them.
DROP INDEX CONCURRENTLY IF EXISTS "history_record_idx";
CREATE INDEX CONCURRENTLY "history_record_idx" ON "history"("kind", "number", "position") WHERE "position" IS NOT NULL;

ALTER TABLE "history" VALIDATE CONSTRAINT "history_link_check";
