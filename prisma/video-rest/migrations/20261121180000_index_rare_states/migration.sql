-- Few of millions of runs are queued, at work or failed: they are found by that.
-- CreateIndex
CREATE INDEX "encodings_state_requested_at_id_idx" ON "encodings"("state", "requested_at" DESC, "id" DESC);

-- Few of millions of videos are not for everybody: a list of those alone is counted over its own index.
CREATE INDEX "videos_draft_idx" ON "videos" ("date_added" DESC, "id" DESC) WHERE "is_draft";
CREATE INDEX "videos_restricted_idx" ON "videos" ("date_added" DESC, "id" DESC) WHERE "is_restricted";
