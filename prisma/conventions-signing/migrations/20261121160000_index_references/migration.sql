-- Parts of what the signing application calls a round are found too.
CREATE INDEX "deliveries_reference_idx" ON "deliveries" USING gin (lower("reference") gin_trgm_ops);
