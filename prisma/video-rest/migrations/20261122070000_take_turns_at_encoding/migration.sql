-- AlterTable
ALTER TABLE "encodings" ADD COLUMN     "ticket" INTEGER;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "encode_turn_at" TIMESTAMPTZ(3);
