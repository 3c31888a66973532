-- outside a transaction
-- A search goes from the newest 65,536 numbers to the next, so that what many old records have is not read whole. It
-- finds as before where only the text is asked for.
DROP INDEX CONCURRENTLY IF EXISTS "signables_number_search_idx";
CREATE INDEX CONCURRENTLY "signables_number_search_idx" ON "signables" USING gin ((ARRAY["number" >> 16]), "search_text" gin_trgm_ops);

DROP INDEX CONCURRENTLY IF EXISTS "signables_search_idx";
