-- CreateTable
CREATE TABLE "deletions" (
    "id" SERIAL NOT NULL,
    "table_name" VARCHAR(40) NOT NULL,
    "object_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "actor" VARCHAR(150) NOT NULL,
    "address" TEXT,
    "total" BIGINT NOT NULL DEFAULT 0,
    "done" BIGINT NOT NULL DEFAULT 0,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "deletions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leaving" (
    "table_name" VARCHAR(40) NOT NULL,
    "object_id" INTEGER NOT NULL,
    "deletion_id" INTEGER NOT NULL,

    CONSTRAINT "leaving_pkey" PRIMARY KEY ("table_name","object_id")
);

-- CreateIndex
CREATE INDEX "deletions_created_at_id_idx" ON "deletions"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "leaving_deletion_id_idx" ON "leaving"("deletion_id");

-- AddForeignKey
ALTER TABLE "leaving" ADD CONSTRAINT "leaving_deletion_id_fkey" FOREIGN KEY ("deletion_id") REFERENCES "deletions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('deletions');

-- Which columns refer to the id of a table, and what becomes of their rows ("c": they go too, "n": they let go, "r": they keep
-- it). A group that closes videos stays; see "keep_groups_of_videos".
CREATE FUNCTION "references_to"("of" text) RETURNS TABLE ("child" text, "own" text, "action" text, "name" text) LANGUAGE sql STABLE AS $$
  SELECT c."relname"::text, a."attname"::text,
    CASE WHEN f."conname" = '_AccessGroupToVideo_A_fkey' OR f."confdeltype" = 'a' THEN 'r' ELSE f."confdeltype"::text END, f."conname"::text
  FROM pg_constraint f
  JOIN pg_class c ON c."oid" = f."conrelid"
  JOIN pg_attribute r ON r."attrelid" = f."confrelid" AND r."attname" = 'id'
  JOIN pg_attribute a ON a."attrelid" = f."conrelid" AND a."attnum" = f."conkey"[array_position(f."confkey", r."attnum")]
  WHERE f."contype" = 'f' AND f."confrelid" = format('%I', "of")::regclass
  ORDER BY 1, 2
$$;

-- The ids, by table, of rows and of what goes with them and is referred to itself, as the themes of a channel are.
CREATE FUNCTION "going_with"("of" text, "objects" integer[], "known" jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  "fresh" integer[] := array(SELECT unnest("objects") EXCEPT SELECT jsonb_array_elements_text("known"->"of")::integer);
  "found" integer[];
  "ref" record;
BEGIN
  IF cardinality("fresh") = 0 THEN RETURN "known"; END IF;
  "known" := jsonb_set("known", ARRAY["of"], coalesce("known"->"of", '[]') || to_jsonb("fresh"));
  FOR "ref" IN SELECT * FROM "references_to"("of") r WHERE r."action" = 'c' AND EXISTS (SELECT FROM "references_to"(r."child")) LOOP
    EXECUTE format('SELECT array_agg("id") FROM %I WHERE %I = ANY($1)', "ref"."child", "ref"."own") INTO "found" USING "fresh";
    "known" := "going_with"("ref"."child", coalesce("found", '{}'), "known");
  END LOOP;
  RETURN "known";
END $$;

-- What refers to these rows by columns of some actions; an index finds it, also where most rows refer to them.
CREATE FUNCTION "hanging_on"("goes" jsonb, "actions" text) RETURNS TABLE ("child" text, "own" text, "action" text, "name" text, "ids" integer[]) LANGUAGE sql STABLE AS $$
  SELECT r."child", r."own", r."action", r."name", array(SELECT jsonb_array_elements_text(g."value")::integer)
  FROM jsonb_each("goes") g, "references_to"(g."key") r
  WHERE r."action" = ANY(string_to_array("actions", NULL)) AND NOT "goes" ? r."child"
$$;

-- How many rows hang on these, counted no further than one more than so many of each column.
CREATE FUNCTION "count_hanging_on"("goes" jsonb, "most" integer) RETURNS bigint LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  "total" bigint := 0;
  "found" bigint;
  "ref" record;
BEGIN
  FOR "ref" IN SELECT * FROM "hanging_on"("goes", 'cn') LOOP
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE %I = ANY($1) LIMIT $2) l', "ref"."child", "ref"."own")
      INTO "found" USING "ref"."ids", "most" + 1;
    "total" := "total" + "found";
    EXIT WHEN "total" > "most";
  END LOOP;
  RETURN "total";
END $$;

-- Shows nobody these rows any more, of which "object" is the one that is removed: lists do not count them, those who follow
-- the changes are told, and its name is free. An account keeps its name, for the history, and lets nobody in.
CREATE FUNCTION "hide_leaving"("deletion" integer, "goes" jsonb, "of" text, "object" integer) RETURNS void LANGUAGE plpgsql AS $$
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
      EXECUTE format('UPDATE %I SET %I = %L WHERE "id" = $1', "of", "column", 'deleted-' || "object") USING "object";
    END LOOP;
  END IF;
  FOR "table", "ids" IN SELECT g."key", array(SELECT jsonb_array_elements_text(g."value")::integer) FROM jsonb_each("goes") g LOOP
    UPDATE "row_counts" SET "rows" = "rows" - cardinality("ids") WHERE "table_name" = "table";
    DELETE FROM "name_words" WHERE "table_name" = "table" AND "id" = ANY("ids");
    IF EXISTS (SELECT FROM pg_trigger WHERE "tgrelid" = format('%I', "table")::regclass AND "tgname" = 'changes_deleted') THEN
      EXECUTE format('SELECT "note_changes"(%1$L, array(
        SELECT ROW(''deleted'', t."id", NULL, ''{}'', "seen_by"(%1$L, to_jsonb(t)))::"noted_change" FROM %1$I t WHERE t."id" = ANY($1)))', "table") USING "ids";
    END IF;
    INSERT INTO "leaving" SELECT "table", unnest("ids"), "deletion";
  END LOOP;
END $$;

-- Removes a row at once, where not more than so many others hang on it, or hides it and notes that they are to be removed.
-- Gives 0, the id of what is noted, or null: there is no such row.
CREATE FUNCTION "remove_row"("of" text, "object" integer, "most" integer, "by" text, "from" text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  "row" jsonb;
  "goes" jsonb;
  "ref" record;
  "is_kept" boolean;
  "deletion" integer;
BEGIN
  EXECUTE format('SELECT to_jsonb(t) FROM %I t WHERE "id" = $1 FOR UPDATE', "of") INTO "row" USING "object";
  IF "row" IS NULL OR EXISTS (SELECT FROM "leaving" WHERE "table_name" = "of" AND "object_id" = "object") THEN RETURN NULL; END IF;
  "goes" := "going_with"("of", ARRAY["object"], '{}');
  IF "count_hanging_on"("goes", "most") <= "most" THEN
    EXECUTE format('DELETE FROM %I WHERE "id" = $1', "of") USING "object";
    RETURN 0;
  END IF;
  FOR "ref" IN SELECT * FROM "hanging_on"("goes", 'r') LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = ANY($1))', "ref"."child", "ref"."own") INTO "is_kept" USING "ref"."ids";
    IF "is_kept" THEN
      RAISE EXCEPTION '% % is referred to', "of", "object"
        USING ERRCODE = 'restrict_violation', CONSTRAINT = "ref"."name", TABLE = "ref"."child";
    END IF;
  END LOOP;
  INSERT INTO "deletions" ("table_name", "object_id", "name", "actor", "address")
  VALUES ("of", "object", coalesce("row"->>'title', "row"->>'title_en', "row"->>'title_fr', "row"->>'name', "row"->>'display_name', "row"->>'username', "object"::text), "by", "from")
  RETURNING "id" INTO "deletion";
  PERFORM "hide_leaving"("deletion", "goes", "of", "object");
  RETURN "deletion";
END $$;

-- Removes so many of the rows that hang on what leaves, and gives how many; 0: so few are left that they can go with it.
CREATE FUNCTION "remove_piece"("deletion" integer, "most" integer) RETURNS integer LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  "goes" jsonb := (
    SELECT jsonb_object_agg("table_name", "ids")
    FROM (SELECT "table_name", jsonb_agg("object_id") AS "ids" FROM "leaving" WHERE "deletion_id" = "deletion" GROUP BY 1) l);
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

-- Removes what leaves with the few rows that still hang on it, in the name of who wanted it.
CREATE FUNCTION "end_deletion"("deletion" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "ends" "deletions" := (SELECT d FROM "deletions" d WHERE d."id" = "deletion" FOR UPDATE);
BEGIN
  PERFORM set_config('campus.actor', 'person:' || "ends"."actor", true), set_config('campus.address', coalesce("ends"."address", ''), true);
  UPDATE "row_counts" r SET "rows" = "rows" + l."count"
  FROM (SELECT "table_name", count(*) AS "count" FROM "leaving" WHERE "deletion_id" = "deletion" GROUP BY 1) l WHERE r."table_name" = l."table_name";
  EXECUTE format('DELETE FROM %I WHERE "id" = $1', "ends"."table_name") USING "ends"."object_id";
  DELETE FROM "leaving" WHERE "deletion_id" = "deletion";
  UPDATE "deletions" SET "ended_at" = now(), "done" = "total", "failure" = NULL WHERE "id" = "deletion";
END $$;

-- As before; of what leaves, those who follow the changes were told when it was hidden.
CREATE OR REPLACE FUNCTION "note_changes"("of" text, "noted" "noted_change"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "changes" AS c ("kind", "table_name", "object_id", "whole_id", "fields", "seen_by", "transaction")
  SELECT n."kind", "of", n."object_id", n."whole_id", n."fields", n."seen_by", pg_current_xact_id()::text::bigint
  FROM unnest("noted") n
  WHERE NOT EXISTS (SELECT FROM "leaving" l WHERE l."table_name" = "of" AND l."object_id" = n."object_id")
  ON CONFLICT ("transaction", "table_name", "object_id") WHERE "position" IS NULL DO UPDATE SET
    "id" = EXCLUDED."id",
    "kind" = CASE
      WHEN EXCLUDED."kind" IN ('created', 'deleted') THEN EXCLUDED."kind"
      WHEN c."kind" IN ('created', 'deleted') OR EXCLUDED."kind" = 'changed' THEN c."kind"
      ELSE EXCLUDED."kind" END,
    "fields" = array(SELECT DISTINCT unnest(c."fields" || EXCLUDED."fields") ORDER BY 1),
    "seen_by" = c."seen_by" || EXCLUDED."seen_by"
  WHERE c."kind" <> 'created' OR EXCLUDED."kind" <> 'changed';
END $$;
