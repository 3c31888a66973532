-- A refused round began, too. Not validated at once, which would read all rows under a lock; those that are there met
-- the narrower rule that this one replaces.
ALTER TABLE "signables" DROP CONSTRAINT "signables_round_started_check";

-- Safe beside older versions: they write no record that is refused, and of others it says what it said before.
ALTER TABLE "signables" ADD CONSTRAINT "signables_round_started_check"
  CHECK (("state" IN ('signing', 'refused', 'signed')) = ("round_started_at" IS NOT NULL)) NOT VALID;
