-- The code and the values of what "error" says in English. Versions that know no codes go on writing "error" alone, and
-- what is there stays and is shown as it stands.
-- AlterTable
ALTER TABLE "encodings" ADD COLUMN     "failure" JSONB;
