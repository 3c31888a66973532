-- outside a transaction
-- A CAS server ends a session by the ticket that began it, and anybody may say so.
DROP INDEX CONCURRENTLY IF EXISTS "sessions_there_idx";
CREATE INDEX CONCURRENTLY "sessions_there_idx" ON "sessions" (("sess" #>> '{account,there}')) WHERE ("sess" #>> '{account,there}') IS NOT NULL;
