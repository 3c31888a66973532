-- Safe beside older versions: they show none, and remove the file as one that nothing refers to.
ALTER TABLE "videos" ADD COLUMN     "early_poster" TEXT;
