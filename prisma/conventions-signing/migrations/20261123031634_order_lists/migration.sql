-- outside a transaction
-- Lists in the order of titles, or of when rounds began, each state by itself. Titles are compared as a search compares
-- words, without accents and cases, and byte by byte, since the rules of a language change with the operating system.
-- Older versions do not mind: they read in neither order.
DROP INDEX CONCURRENTLY IF EXISTS "signables_title_idx";
CREATE INDEX CONCURRENTLY "signables_title_idx" ON "signables" ("kind", "state",
  (lower(regexp_replace(normalize(left("title", 100), NFKD), '[\u0300-\u036f]', '', 'g')) COLLATE "C"), "number");

DROP INDEX CONCURRENTLY IF EXISTS "signables_sent_idx";
CREATE INDEX CONCURRENTLY "signables_sent_idx" ON "signables" ("kind", "state",
  (coalesce("round_started_at", '-infinity'::timestamptz)), "number");
