-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "signables_findings_idx";
CREATE INDEX CONCURRENTLY "signables_findings_idx" ON "signables"("findings", "kind", "number" DESC);
