-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "source_codecs" VARCHAR(30)[] DEFAULT ARRAY[]::VARCHAR(30)[];

-- AlterTable
ALTER TABLE "workers" ADD COLUMN     "undecodable" VARCHAR(30)[] DEFAULT ARRAY[]::VARCHAR(30)[];
