-- outside a transaction
-- Who is waited for longest is among those who have been in signing longest.
DROP INDEX CONCURRENTLY IF EXISTS "signables_round_started_at_idx";
CREATE INDEX CONCURRENTLY "signables_round_started_at_idx" ON "signables" ("round_started_at", "id") WHERE "state" = 'signing';
