-- AlterTable
ALTER TABLE "workers" ADD COLUMN     "encoder" VARCHAR(30);
