-- AlterTable
ALTER TABLE "deletions" ADD COLUMN     "actor_id" INTEGER;

-- CreateIndex
CREATE INDEX "deletions_actor_id_idx" ON "deletions"("actor_id");

-- AddForeignKey
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

UPDATE "deletions" d SET "actor_id" = u."id" FROM "users" u WHERE u."username" = d."actor" AND u."date_joined" <= d."created_at";

-- A row that comes to refer to what leaves, and would keep it from its end, is refused as if that were gone. After the constraints
-- themselves, which have locked what is referred to: it cannot begin to leave any more.
CREATE FUNCTION "refuse_leaving"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "ref" record;
  "is_leaving" boolean;
BEGIN
  FOR "ref" IN SELECT l."table_name", r."own", r."name" FROM (SELECT DISTINCT "table_name" FROM "leaving") l, "references_to"(l."table_name") r
    WHERE r."child" = TG_TABLE_NAME AND r."action" = 'r' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM "fresh" n JOIN "leaving" l ON l."object_id" = n.%I WHERE l."table_name" = %L)', "ref"."own", "ref"."table_name")
      INTO "is_leaving";
    IF "is_leaving" THEN
      RAISE EXCEPTION '% refers to what is being removed', "ref"."own"
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = "ref"."name", TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

DO $$
DECLARE
  "child" text;
BEGIN
  FOR "child" IN SELECT DISTINCT r."child" FROM pg_class c, "references_to"(c."relname"::text) r
    WHERE c."relkind" = 'r' AND c."relnamespace" = 'public'::regnamespace AND c."relname" <> 'deletions' AND r."action" = 'r' LOOP
    EXECUTE format('CREATE TRIGGER "refuse_leaving_inserted" AFTER INSERT ON %I REFERENCING NEW TABLE AS "fresh"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_leaving"()', "child");
    EXECUTE format('CREATE TRIGGER "refuse_leaving_updated" AFTER UPDATE ON %I REFERENCING NEW TABLE AS "fresh"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_leaving"()', "child");
  END LOOP;
END $$;
