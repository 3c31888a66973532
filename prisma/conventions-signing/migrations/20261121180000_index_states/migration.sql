-- Few of a year's records are drafts or in signing, and few deliveries are pending or failed: they are found by that.
-- CreateIndex
CREATE INDEX "signables_state_kind_number_idx" ON "signables"("state", "kind", "number" DESC);

-- CreateIndex
CREATE INDEX "deliveries_state_created_at_id_idx" ON "deliveries"("state", "created_at" DESC, "id" DESC);

CREATE INDEX "signables_outside_idx" ON "signables" ("kind", "state") WHERE "signed_outside";
