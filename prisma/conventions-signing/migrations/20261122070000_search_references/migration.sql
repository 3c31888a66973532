-- outside a transaction
-- A search looks in one text with one index: what the signing application calls the rounds of a record stands at its
-- end, after a form feed, whichever version of the service has written the rest.
CREATE OR REPLACE FUNCTION "add_references_to_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."search_text" := split_part(NEW."search_text", E'\f', 1) || coalesce((
    SELECT E'\f' || string_agg(lower("reference"), E'\n') FROM (
      SELECT "reference" FROM "deliveries" WHERE "signable_id" = NEW."id" AND "reference" IS NOT NULL
      ORDER BY "created_at" DESC LIMIT 50) "newest"), '');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "signables_search_references" BEFORE UPDATE OF "search_text" ON "signables"
  FOR EACH ROW EXECUTE FUNCTION "add_references_to_search_text"();

CREATE OR REPLACE FUNCTION "search_reference_of_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "signables" SET "search_text" = "search_text" WHERE "id" = NEW."signable_id";
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "deliveries_search_reference" AFTER UPDATE OF "reference" ON "deliveries"
  FOR EACH ROW WHEN (OLD."reference" IS DISTINCT FROM NEW."reference") EXECUTE FUNCTION "search_reference_of_delivery"();

-- In batches, so that nobody waits for the rows of all.
DO $$
DECLARE
  "first" integer := 1;
  "last" integer := (SELECT max("id") FROM "signables");
BEGIN
  WHILE "first" <= "last" LOOP
    UPDATE "signables" SET "search_text" = "search_text"
    WHERE "id" BETWEEN "first" AND "first" + 4999
      AND EXISTS (SELECT 1 FROM "deliveries" WHERE "signable_id" = "signables"."id" AND "reference" IS NOT NULL);
    COMMIT;
    "first" := "first" + 5000;
  END LOOP;
END $$;
