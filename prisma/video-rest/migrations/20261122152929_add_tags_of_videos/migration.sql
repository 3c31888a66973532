-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "tags" VARCHAR(50)[] DEFAULT ARRAY[]::VARCHAR(50)[];
