-- outside a transaction
-- People see where they are signed in, and a closed account ends its sessions.
DROP INDEX CONCURRENTLY IF EXISTS "sessions_account_idx";
CREATE INDEX CONCURRENTLY "sessions_account_idx" ON "sessions" ((("sess" #>> '{account,id}')::int)) WHERE ("sess" #>> '{account,id}') IS NOT NULL;
