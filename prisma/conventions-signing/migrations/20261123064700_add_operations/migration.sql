-- What is done to many records at once. Safe beside older versions: they know neither table.
-- CreateEnum
CREATE TYPE "operation_action" AS ENUM ('send', 'erase');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('done', 'refused');

-- CreateTable
CREATE TABLE "operations" (
    "id" UUID NOT NULL,
    "action" "operation_action" NOT NULL,
    "actor" TEXT NOT NULL,
    "reason" TEXT,
    "new_rounds" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "cancelled_by" TEXT,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "operations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operations_counts_check" CHECK ("done" >= 0 AND "refused" >= 0 AND "done" + "refused" <= "total"),
    CONSTRAINT "operations_cancelled_by_check" CHECK ("cancelled_by" IS NULL OR "ended_at" IS NOT NULL)
);

-- CreateTable
CREATE TABLE "operation_records" (
    "operation_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "signable_kind" NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "signable_state",
    "round" INTEGER,
    "document_id" INTEGER,
    "outcome" "outcome",
    "code" TEXT,
    "sentence" TEXT,
    "at" TIMESTAMPTZ(3),

    CONSTRAINT "operation_records_pkey" PRIMARY KEY ("operation_id","position"),
    CONSTRAINT "operation_records_position_check" CHECK ("position" >= 0),
    -- Done or refused, with what or why, and when; or nothing yet.
    CONSTRAINT "operation_records_outcome_check" CHECK (
      num_nulls("outcome", "code", "at") IN (0, 3) AND (("outcome" = 'refused') IS TRUE) = ("sentence" IS NOT NULL)
    )
);

-- CreateIndex
CREATE INDEX "operations_created_at_id_idx" ON "operations"("created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "operation_records" ADD CONSTRAINT "operation_records_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The next record of an operation, and those that are under way: how many, whose.
CREATE INDEX "operation_records_left_idx" ON "operation_records"("operation_id", "position") WHERE "outcome" IS NULL;
CREATE INDEX "operations_under_way_idx" ON "operations"("actor") WHERE "ended_at" IS NULL;
