-- CreateEnum
CREATE TYPE "signable_kind" AS ENUM ('agreement', 'amendment');

-- CreateEnum
CREATE TYPE "signable_state" AS ENUM ('draft', 'signing', 'signed', 'erased');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "signables" (
    "id" SERIAL NOT NULL,
    "kind" "signable_kind" NOT NULL,
    "number" INTEGER NOT NULL,
    "agreement_id" INTEGER,
    "state" "signable_state" NOT NULL DEFAULT 'draft',
    "round" INTEGER NOT NULL DEFAULT 0,
    "round_started_at" TIMESTAMPTZ(3),
    "signed_outside" BOOLEAN NOT NULL DEFAULT false,
    "reference" TEXT,
    "title" TEXT NOT NULL,
    "company_name" TEXT NOT NULL,
    "school" TEXT NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "watchers" TEXT[],
    "search_text" TEXT NOT NULL,
    "document_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signables_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signatories" (
    "signable_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "order" INTEGER NOT NULL,
    "mail" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "given_name" TEXT NOT NULL,
    "phone" TEXT,
    "signature_date" TIMESTAMPTZ(3),
    "submission_date" TIMESTAMPTZ(3),

    CONSTRAINT "signatories_pkey" PRIMARY KEY ("signable_id","position")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" SERIAL NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deposits" (
    "signable_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "document_id" INTEGER NOT NULL,
    "registered_document_id" INTEGER NOT NULL,
    "signatures" JSONB NOT NULL,
    "signature_rules" INTEGER NOT NULL,
    "deposited_at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "deposits_pkey" PRIMARY KEY ("signable_id","version")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "signable_id" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "reference" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3),
    "give_up_at" TIMESTAMPTZ(3) NOT NULL,
    "reopened_at" TIMESTAMPTZ(3),
    "attempts_before" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempts" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "history" (
    "id" BIGSERIAL NOT NULL,
    "signable_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "detail" JSONB NOT NULL,

    CONSTRAINT "history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_answers" (
    "actor" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "answer" TEXT,
    "signable_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_answers_pkey" PRIMARY KEY ("actor","route","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "signables_document_id_key" ON "signables"("document_id");

-- CreateIndex
CREATE INDEX "signables_agreement_id_idx" ON "signables"("agreement_id");

-- CreateIndex
CREATE UNIQUE INDEX "signables_kind_number_key" ON "signables"("kind", "number");

-- CreateIndex
CREATE UNIQUE INDEX "signables_kind_reference_key" ON "signables"("kind", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_document_id_key" ON "deposits"("document_id");

-- CreateIndex
CREATE INDEX "deposits_registered_document_id_idx" ON "deposits"("registered_document_id");

-- CreateIndex
CREATE INDEX "deliveries_signable_id_idx" ON "deliveries"("signable_id");

-- CreateIndex
CREATE INDEX "deliveries_created_at_id_idx" ON "deliveries"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "history_signable_id_id_idx" ON "history"("signable_id", "id");

-- CreateIndex
CREATE INDEX "idempotent_answers_created_at_idx" ON "idempotent_answers"("created_at");

-- CreateIndex
CREATE INDEX "idempotent_answers_signable_id_idx" ON "idempotent_answers"("signable_id");

-- AddForeignKey
ALTER TABLE "signables" ADD CONSTRAINT "signables_agreement_id_fkey" FOREIGN KEY ("agreement_id") REFERENCES "signables"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signables" ADD CONSTRAINT "signables_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signatories" ADD CONSTRAINT "signatories_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_registered_document_id_fkey" FOREIGN KEY ("registered_document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history" ADD CONSTRAINT "history_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotent_answers" ADD CONSTRAINT "idempotent_answers_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Ids of the API: one sequence per kind.
CREATE SEQUENCE "agreement_number_seq" AS INTEGER;
CREATE SEQUENCE "amendment_number_seq" AS INTEGER;

-- PDFs are compressed already, and reading pieces of them must not unpack the whole.
ALTER TABLE "documents" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

ALTER TABLE "documents"
  ADD CONSTRAINT "documents_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "documents_size_check" CHECK ("size" > 0 AND "size" = octet_length("bytes"));

ALTER TABLE "signables"
  ADD CONSTRAINT "signables_number_check" CHECK ("number" >= 1),
  ADD CONSTRAINT "signables_agreement_check" CHECK (("kind" = 'amendment') = ("agreement_id" IS NOT NULL)),
  ADD CONSTRAINT "signables_round_check" CHECK ("round" >= 0 AND ("state" IN ('draft', 'erased') OR "round" >= 1)),
  ADD CONSTRAINT "signables_round_started_check" CHECK (("state" IN ('signing', 'signed')) = ("round_started_at" IS NOT NULL)),
  ADD CONSTRAINT "signables_outside_check" CHECK (NOT "signed_outside" OR "state" = 'signed'),
  ADD CONSTRAINT "signables_erased_check" CHECK (("state" = 'erased') = ("document_id" IS NULL));

-- Parts of words are found too; the extension is trusted, so the owner of the database may make it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE INDEX "signables_search_idx" ON "signables" USING gin ("search_text" gin_trgm_ops);

-- Two signatories may share an order or a mail address, never both; the case of a mail address does not count.
CREATE UNIQUE INDEX "signatories_order_mail_key" ON "signatories" ("signable_id", "order", lower("mail"));

CREATE INDEX "signatories_mail_idx" ON "signatories" (lower("mail"));

ALTER TABLE "signatories"
  ADD CONSTRAINT "signatories_order_check" CHECK ("order" >= 1),
  -- The form of the contract writes years from 1 to 9999.
  ADD CONSTRAINT "signatories_years_check" CHECK (
    "signature_date" >= '0001-01-01 00:00:00Z' AND "signature_date" < '10000-01-01 00:00:00Z'
    AND "submission_date" >= '0001-01-01 00:00:00Z' AND "submission_date" < '10000-01-01 00:00:00Z'),
  ADD CONSTRAINT "signatories_position_check" CHECK ("position" >= 0),
  ADD CONSTRAINT "signatories_dates_check" CHECK ("submission_date" IS NULL OR "signature_date" IS NOT NULL);

ALTER TABLE "deposits"
  ADD CONSTRAINT "deposits_version_check" CHECK ("version" >= 1),
  ADD CONSTRAINT "deposits_round_check" CHECK ("round" >= 1);

-- At most one promise is open for a record.
CREATE UNIQUE INDEX "deliveries_pending_key" ON "deliveries" ("signable_id") WHERE "state" = 'pending';

ALTER TABLE "deliveries"
  ADD CONSTRAINT "deliveries_attempts_before_check" CHECK ("attempts_before" >= 0),
  ADD CONSTRAINT "deliveries_round_check" CHECK ("round" >= 1),
  ADD CONSTRAINT "deliveries_next_attempt_check" CHECK (("state" = 'pending') = ("next_attempt_at" IS NOT NULL));

ALTER TABLE "attempts"
  ADD CONSTRAINT "attempts_number_check" CHECK ("number" >= 1),
  ADD CONSTRAINT "attempts_duration_check" CHECK ("duration_ms" >= 0);
