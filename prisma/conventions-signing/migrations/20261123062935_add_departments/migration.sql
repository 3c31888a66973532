-- The department of a record, if it has one. Safe beside older versions: they neither read nor write it, and an erasure
-- of theirs leaves it.
ALTER TABLE "signables" ADD COLUMN "department" TEXT;
