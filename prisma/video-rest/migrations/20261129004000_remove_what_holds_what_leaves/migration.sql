-- As before; what leaves already is hidden once, and nobody can have taken the name that it gets.
CREATE OR REPLACE FUNCTION "hide_leaving"("deletion" integer, "goes" jsonb, "of" text, "object" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "column" text;
  "table" text;
  "ids" integer[];
BEGIN
  IF "of" = 'users' THEN
    UPDATE "users" SET "is_active" = false WHERE "id" = "object";
  ELSE
    FOR "column" IN SELECT DISTINCT a."attname" FROM pg_index i JOIN pg_attribute a ON a."attrelid" = i."indrelid" AND a."attnum" = ANY(i."indkey")
      WHERE i."indrelid" = format('%I', "of")::regclass AND i."indisunique" AND a."atttypid" IN ('text'::regtype, 'varchar'::regtype) LOOP
      EXECUTE format('UPDATE %I SET %I = %L WHERE "id" = $1', "of", "column", 'deleted-' || "object" || '-' || gen_random_uuid()) USING "object";
    END LOOP;
  END IF;
  FOR "table", "ids" IN SELECT g."key", array(SELECT jsonb_array_elements_text(g."value")::integer) FROM jsonb_each("goes") g LOOP
    "ids" := array(SELECT i FROM unnest("ids") i WHERE NOT EXISTS (SELECT FROM "leaving" l WHERE l."table_name" = "table" AND l."object_id" = i));
    UPDATE "row_counts" SET "rows" = "rows" - cardinality("ids") WHERE "table_name" = "table";
    DELETE FROM "name_words" WHERE "table_name" = "table" AND "id" = ANY("ids");
    IF EXISTS (SELECT FROM pg_trigger WHERE "tgrelid" = format('%I', "table")::regclass AND "tgname" = 'changes_deleted') THEN
      EXECUTE format('SELECT "note_changes"(%1$L, array(
        SELECT ROW(''deleted'', t."id", NULL, ''{}'', "seen_by"(%1$L, to_jsonb(t)))::"noted_change" FROM %1$I t WHERE t."id" = ANY($1)))', "table") USING "ids";
    END IF;
    INSERT INTO "leaving" SELECT "table", unnest("ids"), "deletion";
  END LOOP;
END $$;

-- As before, also of what goes with the object and leaves by itself.
CREATE OR REPLACE FUNCTION "remove_piece"("deletion" integer, "most" integer) RETURNS integer LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  "goes" jsonb := (SELECT "going_with"(d."table_name"::text, ARRAY[d."object_id"], '{}') FROM "deletions" d WHERE d."id" = "deletion");
  "found" integer;
  "ref" record;
BEGIN
  UPDATE "deletions" SET "started_at" = now(), "total" = "count_hanging_on"("goes", NULL) WHERE "id" = "deletion" AND "started_at" IS NULL;
  FOR "ref" IN SELECT * FROM "hanging_on"("goes", 'cn') LOOP
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE %I = ANY($1) LIMIT $2) l', "ref"."child", "ref"."own")
      INTO "found" USING "ref"."ids", "most" + 1;
    CONTINUE WHEN "found" <= "most";
    EXECUTE format(CASE "ref"."action" WHEN 'c' THEN 'DELETE FROM %1$I' ELSE 'UPDATE %1$I SET %2$I = NULL' END
      || ' WHERE ctid = ANY(ARRAY(SELECT ctid FROM %1$I WHERE %2$I = ANY($1) LIMIT $2))', "ref"."child", "ref"."own") USING "ref"."ids", "most";
    UPDATE "deletions" SET "done" = "done" + "most", "failure" = NULL WHERE "id" = "deletion";
    RETURN "most";
  END LOOP;
  RETURN 0;
END $$;
