-- CreateTable
CREATE TABLE "changes" (
    "id" BIGSERIAL NOT NULL,
    "position" BIGINT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" VARCHAR(10) NOT NULL,
    "table_name" VARCHAR(40) NOT NULL,
    "object_id" INTEGER NOT NULL,
    "whole_id" INTEGER,
    "fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "seen_by" INTEGER[],
    "transaction" BIGINT NOT NULL,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "changes_position_key" ON "changes"("position");

-- One of an object and transaction, with which what comes later in it is joined; and those that wait for their place.
CREATE UNIQUE INDEX "changes_transaction_key" ON "changes"("transaction", "table_name", "object_id") WHERE "position" IS NULL;

-- What a trigger has seen of an object, as "changes" has it.
CREATE TYPE "noted_change" AS ("kind" text, "object_id" integer, "whole_id" integer, "fields" text[], "seen_by" integer[]);

-- Of the rows of one table, each once. Whoever deletes or creates says what became of it, and of what is created in the same
-- transaction nothing else is told.
CREATE FUNCTION "note_changes"("of" text, "noted" "noted_change"[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "changes" AS c ("kind", "table_name", "object_id", "whole_id", "fields", "seen_by", "transaction")
  SELECT n."kind", "of", n."object_id", n."whole_id", n."fields", n."seen_by", pg_current_xact_id()::text::bigint
  FROM unnest("noted") n
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

-- Who sees a row: accounts, access groups by their ids below 0, 0 for all accounts; null: it depends on nothing of its own.
-- Staff sees all. The rules stand in apps/video-rest/src/domain/who-may-watch.ts and src/http/resources/rights.ts.
CREATE FUNCTION "seen_by"("of" text, "row" jsonb) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  "object" integer := "row"->>'id';
  "owner" integer := "row"->>'owner_id';
BEGIN
  CASE "of"
    WHEN 'videos' THEN
      IF ("row"->>'is_draft')::boolean OR "row"->>'password_hash' IS NOT NULL THEN
        RETURN "owner" || array(SELECT "A" FROM "_AdditionalOwners" WHERE "B" = "object" ORDER BY 1);
      ELSIF ("row"->>'is_for_groups')::boolean THEN
        RETURN "owner" || array(SELECT "A" FROM "_AdditionalOwners" WHERE "B" = "object" ORDER BY 1)
          || array(SELECT -"A" FROM "_AccessGroupToVideo" WHERE "B" = "object" ORDER BY 1);
      END IF;
    WHEN 'events' THEN
      IF ("row"->>'is_draft')::boolean
        OR (SELECT b."is_restricted" FROM "broadcasters" b WHERE b."id" = ("row"->>'broadcaster_id')::integer) THEN
        RETURN "owner" || array(SELECT "B" FROM "_EventAdditionalOwners" WHERE "A" = "object" ORDER BY 1);
      END IF;
    WHEN 'playlists' THEN
      IF "row"->>'visibility' <> 'public' THEN
        RETURN "owner" || array(SELECT "B" FROM "_PlaylistAdditionalOwners" WHERE "A" = "object" ORDER BY 1);
      END IF;
    WHEN 'broadcasters' THEN
      IF ("row"->>'is_restricted')::boolean THEN RETURN '{}'; END IF;
    ELSE RETURN NULL;
  END CASE;
  RETURN '{0}';
END $$;

CREATE FUNCTION "changed_columns"("before" jsonb, "after" jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(n."key" ORDER BY n."key") FROM jsonb_each("after") n WHERE n."value" IS DISTINCT FROM "before"->n."key"
$$;

-- The arguments of the three below: whether rows are parts of a video, and columns of which nobody is told.
CREATE FUNCTION "note_created"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_changes"(TG_TABLE_NAME, array(
    SELECT ROW('created', n."id", CASE WHEN TG_ARGV[0]::boolean THEN (to_jsonb(n)->>'video_id')::integer END, '{}', NULL)::"noted_change"
    FROM "after" n));
  RETURN NULL;
END $$;

-- A plan that is kept from a statement that has changed one row would be wrong for one that changes all.
CREATE FUNCTION "note_changed"() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  PERFORM "note_changes"(TG_TABLE_NAME, array(
    SELECT ROW('changed', "after"->>'id', CASE WHEN TG_ARGV[0]::boolean THEN "after"->>'video_id' END, "fields",
      CASE WHEN "seen_by"(TG_TABLE_NAME, "before") IS DISTINCT FROM "seen_by"(TG_TABLE_NAME, "after")
        THEN "seen_by"(TG_TABLE_NAME, "before") END)::"noted_change"
    FROM (
      SELECT *, "changed_columns"("before" - TG_ARGV[1]::text[], "after" - TG_ARGV[1]::text[]) AS "fields"
      FROM (SELECT to_jsonb(o) AS "before", to_jsonb(n) AS "after" FROM "before" o JOIN "after" n USING ("id") OFFSET 0) r
      OFFSET 0) c
    WHERE "fields" IS NOT NULL));
  RETURN NULL;
END $$;

-- Before, when its links still say who sees it. What goes with its video is not told.
CREATE FUNCTION "note_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "row" jsonb := to_jsonb(OLD);
BEGIN
  IF NOT TG_ARGV[0]::boolean OR EXISTS (SELECT FROM "videos" WHERE "id" = ("row"->>'video_id')::integer) THEN
    PERFORM "note_changes"(TG_TABLE_NAME, ARRAY[ROW('deleted', OLD."id",
      CASE WHEN TG_ARGV[0]::boolean THEN "row"->>'video_id' END, '{}', "seen_by"(TG_TABLE_NAME, "row"))::"noted_change"]);
  END IF;
  RETURN OLD;
END $$;

-- Those who follow the changes are told of the rows of this table from now on.
CREATE FUNCTION "tell_changes_of"("of" text, "but" text[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "part" boolean := EXISTS (SELECT FROM pg_attribute WHERE "attrelid" = format('%I', "of")::regclass AND "attname" = 'video_id');
  "when" text;
BEGIN
  FOREACH "when" IN ARRAY ARRAY[
    'changes_created AFTER INSERT ON %I REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_created"',
    'changes_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_changed"',
    'changes_deleted BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION "note_deleted"'] LOOP
    EXECUTE format('CREATE TRIGGER ' || "when" || '(%L, %L)', "of", "part", "but");
  END LOOP;
END $$;

-- The arguments: the table of the objects that are linked, the column with their ids; and, when those who are linked see it
-- by that, the column with theirs, and whether they are access groups.
CREATE FUNCTION "note_linked"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_changes"(TG_ARGV[0], array(
    SELECT ROW('changed', "object", NULL, ARRAY[TG_TABLE_NAME], array_agg("who") FILTER (WHERE "who" IS NOT NULL))::"noted_change"
    FROM (
      SELECT (to_jsonb(l)->>TG_ARGV[1])::integer AS "object", CASE
        WHEN TG_OP <> 'DELETE' OR TG_ARGV[2] IS NULL THEN NULL
        WHEN TG_ARGV[3] IS NULL THEN (to_jsonb(l)->>TG_ARGV[2])::integer
        WHEN EXISTS (SELECT FROM "videos" v WHERE v."id" = (to_jsonb(l)->>TG_ARGV[1])::integer
          AND NOT v."is_draft" AND v."password_hash" IS NULL) THEN -(to_jsonb(l)->>TG_ARGV[2])::integer END AS "who"
      FROM "linked" l) w
    GROUP BY "object"));
  RETURN NULL;
END $$;

-- And what changes is told of the objects that this table links.
CREATE FUNCTION "tell_links_of"("of" text, "by" text, VARIADIC "arguments" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "given" text := (SELECT string_agg(quote_literal("argument"), ', ') FROM unnest("of" || "arguments") "argument");
  "when" text;
BEGIN
  FOREACH "when" IN ARRAY ARRAY['linked AFTER INSERT ON %I REFERENCING NEW', 'unlinked AFTER DELETE ON %I REFERENCING OLD',
                                'relinked AFTER UPDATE ON %I REFERENCING NEW'] LOOP
    EXECUTE format('CREATE TRIGGER changes_' || "when" || ' TABLE AS "linked" FOR EACH STATEMENT EXECUTE FUNCTION "note_linked"(%s)', "by", "given");
  END LOOP;
END $$;

SELECT "tell_changes_of"('videos', '{latest_encoding_id,early_poster,tracks_of_source,source_codecs,source_bytes}');
SELECT "tell_links_of"('videos', '_AdditionalOwners', 'B', 'A');
SELECT "tell_links_of"('videos', '_AccessGroupToVideo', 'B', 'A', 'groups');
SELECT "tell_links_of"('videos', '_ChannelToVideo', 'B');
SELECT "tell_links_of"('videos', '_ThemeToVideo', 'B');
SELECT "tell_links_of"('videos', '_DisciplineToVideo', 'B');
SELECT "tell_links_of"('videos', '_SiteToVideo', 'B');
SELECT "tell_changes_of"('contributors');
SELECT "tell_changes_of"('chapters');
SELECT "tell_changes_of"('overlays');
SELECT "tell_changes_of"('enrichments');
SELECT "tell_changes_of"('documents');
SELECT "tell_changes_of"('tracks');
SELECT "tell_changes_of"('video_types');
SELECT "tell_links_of"('video_types', '_SiteToVideoType', 'B');
SELECT "tell_changes_of"('disciplines');
SELECT "tell_changes_of"('channels');
SELECT "tell_links_of"('channels', '_ChannelOwners', 'A');
SELECT "tell_links_of"('channels', '_ChannelUsers', 'A');
SELECT "tell_changes_of"('themes');
SELECT "tell_changes_of"('playlists', '{date_updated}');
SELECT "tell_links_of"('playlists', '_PlaylistAdditionalOwners', 'A', 'B');
SELECT "tell_links_of"('playlists', 'playlist_entries', 'playlist_id');
SELECT "tell_changes_of"('broadcasters');
SELECT "tell_links_of"('broadcasters', '_BroadcasterToGroup', 'A');
SELECT "tell_changes_of"('buildings');
SELECT "tell_links_of"('buildings', '_BuildingToSite', 'A');
SELECT "tell_changes_of"('events');
SELECT "tell_links_of"('events', '_EventAdditionalOwners', 'A', 'B');

CREATE FUNCTION "note_ended_encoding"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_changes"('videos', ARRAY[ROW(CASE NEW."state" WHEN 'done' THEN 'encoded' ELSE 'failed' END, NEW."video_id", NULL, '{}', NULL)::"noted_change"]);
  RETURN NULL;
END $$;
CREATE TRIGGER "changes_ended" AFTER UPDATE OF "state" ON "encodings" FOR EACH ROW
  WHEN (OLD."state" IS DISTINCT FROM NEW."state" AND NEW."state" IN ('done', 'failed')) EXECUTE FUNCTION "note_ended_encoding"();
