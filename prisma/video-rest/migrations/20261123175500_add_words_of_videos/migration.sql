-- CreateTable
-- What the public search reads. Older versions do not mind: triggers keep it, whoever writes.
CREATE TABLE "video_words" (
    "video_id" INTEGER NOT NULL,
    "is_public" BOOLEAN NOT NULL,
    "date_added" TIMESTAMPTZ(3) NOT NULL,
    "type_id" INTEGER NOT NULL,
    "title" tsvector NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "video_words_pkey" PRIMARY KEY ("video_id")
);

-- CreateTable
-- Of the names of where videos are, by the table that has the name.
CREATE TABLE "name_words" (
    "table_name" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "name_words_pkey" PRIMARY KEY ("table_name","id")
);

-- CreateIndex
CREATE INDEX "name_words_words_idx" ON "name_words" USING GIN ("words");

-- AddForeignKey
ALTER TABLE "video_words" ADD CONSTRAINT "video_words_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The words of a text, without accents and capitals, of each the first 60 letters. What separates them is named: the
-- classes of regular expressions know letters beyond ASCII in some locales only.
CREATE FUNCTION "words_of"("text" text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(regexp_replace(regexp_replace(
    replace(replace(replace(lower(regexp_replace(normalize("text", NFKD), '[\u0300-\u036f]+', '', 'g')), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
    '([^ ]{60})[^ ]+', '\1', 'g'), ' '), ''))
$$;

-- The text of what may be HTML; of characters that are written by name, the letters count.
CREATE FUNCTION "text_of_html"("html" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace("html", '<[^>]*>', ' ', 'g'),
    '&([a-z]|oe|ae|sz)(acute|grave|circ|uml|cedil|tilde|ring|slash|caron|lig);', '\1', 'gi'),
    '&#?[a-z0-9]+;', ' ', 'gi')
$$;

-- Where a video is stands among its words as `channels/7`: so a name that changes changes nothing here. Of long texts the
-- beginning counts. The rule of what is public stands in apps/video-rest/src/data/within-place.ts.
CREATE FUNCTION "note_words"("ids" integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever changes another part of the same video waits, and then sees what this one has changed.
  PERFORM 1 FROM "video_words" WHERE "video_id" = ANY("ids") ORDER BY "video_id" FOR UPDATE;
  INSERT INTO "video_words" AS "kept"
  SELECT v."id",
    NOT v."is_draft" AND NOT v."is_restricted" AND NOT v."is_for_groups" AND v."password_hash" IS NULL AND v."encoding_id" IS NOT NULL,
    v."date_added", v."type_id", "words_of"(v."title"),
    "words_of"(concat_ws(' ', v."title", array_to_string(v."tags", ' '),
      (SELECT "first_name" || ' ' || "last_name" FROM "users" WHERE "id" = v."owner_id"), "text_of_html"(left(v."description", 20000)),
      left((SELECT string_agg(c."name", ' ') FROM "contributors" c WHERE c."video_id" = v."id"), 20000),
      left((SELECT string_agg(c."title", ' ') FROM "chapters" c WHERE c."video_id" = v."id"), 20000)))
    || array_to_tsvector(ARRAY['video_types/' || v."type_id"]
      || array(SELECT 'channels/' || "A" FROM "_ChannelToVideo" WHERE "B" = v."id")
      || array(SELECT 'themes/' || "A" FROM "_ThemeToVideo" WHERE "B" = v."id")
      || array(SELECT 'disciplines/' || "A" FROM "_DisciplineToVideo" WHERE "B" = v."id"))
  FROM "videos" v WHERE v."id" = ANY("ids") ORDER BY v."id"
  ON CONFLICT ("video_id") DO UPDATE SET ("is_public", "date_added", "type_id", "title", "words") =
    (EXCLUDED."is_public", EXCLUDED."date_added", EXCLUDED."type_id", EXCLUDED."title", EXCLUDED."words")
  WHERE "kept" IS DISTINCT FROM EXCLUDED;
END $$;

-- Of the rows of a table that a statement has changed: the column that names the video.
CREATE FUNCTION "note_words_of_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "ids" integer[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT %I) FROM "changed"', TG_ARGV[0]) INTO "ids";
  IF "ids" IS NOT NULL THEN PERFORM "note_words"("ids"); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "videos_words_added" AFTER INSERT ON "videos" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_words_of_changed"('id');

-- A run of the encoder changes its video often, and of these what is on air alone.
CREATE FUNCTION "note_words_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_words"(ARRAY[NEW."id"]);
  RETURN NULL;
END $$;
CREATE TRIGGER "videos_words_changed" AFTER UPDATE ON "videos" FOR EACH ROW
  WHEN ((OLD."title", OLD."description", OLD."tags", OLD."owner_id", OLD."type_id", OLD."date_added", OLD."is_draft",
         OLD."is_restricted", OLD."is_for_groups", OLD."password_hash" IS NULL, OLD."encoding_id" IS NULL)
    IS DISTINCT FROM
        (NEW."title", NEW."description", NEW."tags", NEW."owner_id", NEW."type_id", NEW."date_added", NEW."is_draft",
         NEW."is_restricted", NEW."is_for_groups", NEW."password_hash" IS NULL, NEW."encoding_id" IS NULL))
  EXECUTE FUNCTION "note_words_of_row"();

CREATE FUNCTION "keep_words_by"("part" text, "column" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "head" text;
BEGIN
  FOREACH "head" IN ARRAY ARRAY['added AFTER INSERT ON %I REFERENCING NEW', 'removed AFTER DELETE ON %I REFERENCING OLD',
                                'moved AFTER UPDATE ON %I REFERENCING OLD', 'changed AFTER UPDATE ON %I REFERENCING NEW'] LOOP
    EXECUTE format('CREATE TRIGGER words_' || "head" || ' TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_words_of_changed"(%L)', "part", "column");
  END LOOP;
END $$;

SELECT "keep_words_by"('contributors', 'video_id');
SELECT "keep_words_by"('chapters', 'video_id');
SELECT "keep_words_by"('_ChannelToVideo', 'B');
SELECT "keep_words_by"('_ThemeToVideo', 'B');
SELECT "keep_words_by"('_DisciplineToVideo', 'B');

CREATE FUNCTION "note_words_of_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_words"(array(SELECT "id" FROM "videos" WHERE "owner_id" = NEW."id"));
  RETURN NULL;
END $$;
CREATE TRIGGER "users_words_changed" AFTER UPDATE OF "first_name", "last_name" ON "users" FOR EACH ROW
  WHEN ((OLD."first_name", OLD."last_name") IS DISTINCT FROM (NEW."first_name", NEW."last_name"))
  EXECUTE FUNCTION "note_words_of_owner"();

-- The names that a row has, whichever table it is of.
CREATE FUNCTION "names_in"("row" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ', "row"->>'title', "row"->>'title_en', "row"->>'title_fr')
$$;

CREATE FUNCTION "note_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "name_words" VALUES (TG_TABLE_NAME, NEW."id", "words_of"("names_in"(to_jsonb(NEW))))
  ON CONFLICT ("table_name", "id") DO UPDATE SET "words" = EXCLUDED."words";
  RETURN NULL;
END $$;

CREATE FUNCTION "forget_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "name_words" WHERE "table_name" = TG_TABLE_NAME AND "id" = OLD."id";
  RETURN NULL;
END $$;

CREATE FUNCTION "keep_names"("named" text, "columns" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER "name_kept" AFTER INSERT OR UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION "note_name"()', "columns", "named");
  EXECUTE format('CREATE TRIGGER "name_forgotten" AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION "forget_name"()', "named");
  EXECUTE format('INSERT INTO "name_words" SELECT %L, n."id", "words_of"("names_in"(to_jsonb(n))) FROM %I n', "named", "named");
END $$;

SELECT "keep_names"('video_types', '"title_en", "title_fr"');
SELECT "keep_names"('disciplines', '"title_en", "title_fr"');
SELECT "keep_names"('channels', '"title"');
SELECT "keep_names"('themes', '"title"');
