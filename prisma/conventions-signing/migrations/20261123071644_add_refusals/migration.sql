-- Who has refused to sign, and why. Versions before this one do not mind: they end a refused round as any other, and
-- erase a record without naming this table.
-- CreateTable
CREATE TABLE "refusals" (
    "signable_id" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "order" INTEGER NOT NULL,
    "mail" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("signable_id","round"),
    CONSTRAINT "refusals_round_check" CHECK ("round" >= 1),
    CONSTRAINT "refusals_reason_check" CHECK ("reason" <> '')
);

-- AddForeignKey
ALTER TABLE "refusals" ADD CONSTRAINT "refusals_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is refused was refused by somebody: it has the refusal of its round.
CREATE FUNCTION "require_refusal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "refusals" WHERE "signable_id" = NEW."id" AND "round" = NEW."round") THEN
    RAISE check_violation USING MESSAGE = 'a refused record without a refusal of its round violates signables_require_refusal';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "signables_require_refusal" AFTER UPDATE OF "state", "round" ON "signables"
  FOR EACH ROW WHEN (NEW."state" = 'refused') EXECUTE FUNCTION "require_refusal"();

-- With the record, by whichever version it is erased.
CREATE FUNCTION "erase_refusals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "refusals" WHERE "signable_id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "signables_erase_refusals" AFTER UPDATE OF "state" ON "signables"
  FOR EACH ROW WHEN (NEW."state" = 'erased') EXECUTE FUNCTION "erase_refusals"();
