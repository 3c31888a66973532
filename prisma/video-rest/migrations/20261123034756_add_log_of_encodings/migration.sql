-- Safe beside older versions: they write nothing into it.
ALTER TABLE "encodings" ADD COLUMN     "log" TEXT[] DEFAULT ARRAY[]::TEXT[];
