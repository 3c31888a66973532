-- The highest number that a round has had, where an earlier one counts again. Older versions do not mind: they begin the
-- round after the one that counts, whose number one that was set aside may have had.
ALTER TABLE "signables" ADD COLUMN "last_round" INTEGER;
