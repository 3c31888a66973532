-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "superseded_sha256" TEXT,
ADD COLUMN     "superseded_size" INTEGER;

-- A deposit of a document that was never sent has no round that it could ever count in.
ALTER TABLE "deposits" DROP CONSTRAINT "deposits_round_check";

-- Rows that are there satisfy them already: they need not be read while the table is locked.
ALTER TABLE "deposits"
  ADD CONSTRAINT "deposits_round_check" CHECK ("round" >= 1 OR ("round" = 0 AND "superseded_sha256" IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT "deposits_superseded_check" CHECK (("superseded_sha256" IS NULL) = ("superseded_size" IS NULL)) NOT VALID,
  ADD CONSTRAINT "deposits_superseded_sha256_check" CHECK ("superseded_sha256" ~ '^[0-9a-f]{64}$') NOT VALID;
