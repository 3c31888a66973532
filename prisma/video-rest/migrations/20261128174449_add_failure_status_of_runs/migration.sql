-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "failure_status" SMALLINT;
