-- What each attempt sent and what came back. Versions before this one do not mind: what they
-- record has none, and is shown as before.
-- CreateTable
CREATE TABLE "exchanges" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "request" JSONB NOT NULL,
    "answer" JSONB,

    CONSTRAINT "exchanges_pkey" PRIMARY KEY ("delivery_id","number")
);

-- AddForeignKey
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_delivery_id_number_fkey" FOREIGN KEY ("delivery_id", "number") REFERENCES "attempts"("delivery_id", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- With the record, by whichever version it is erased.
CREATE FUNCTION "erase_exchanges"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "exchanges" e USING "deliveries" d WHERE d."id" = e."delivery_id" AND d."signable_id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "signables_erase_exchanges" AFTER UPDATE OF "state" ON "signables"
  FOR EACH ROW WHEN (NEW."state" = 'erased') EXECUTE FUNCTION "erase_exchanges"();
