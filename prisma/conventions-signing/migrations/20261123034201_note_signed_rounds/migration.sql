-- How long rounds take. Versions before this one do not mind: the rounds that end with them are not noted.
-- CreateTable
CREATE TABLE "signed_rounds" (
    "id" BIGSERIAL NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signed_rounds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "signed_rounds_signed_at_workflow_id_started_at_idx" ON "signed_rounds"("signed_at", "workflow_id", "started_at");

-- Those that the first page of the console looks at.
INSERT INTO "signed_rounds" ("workflow_id", "started_at", "signed_at")
SELECT s."workflow_id", s."round_started_at", h."at" FROM "history" h JOIN "signables" s ON s."id" = h."signable_id"
WHERE h."event" = 'signed' AND h."at" > now() - interval '12 weeks' AND (h."detail"->>'round')::int = s."round"
  AND s."round_started_at" IS NOT NULL;
