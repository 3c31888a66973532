-- As before, by plans that are kept: to make them anew for each video that changes took longer than all the rest. By ids
-- they go by indexes, also where a table was small when they were made.
CREATE OR REPLACE FUNCTION "note_oai_records"("ids" integer[], "at" timestamptz DEFAULT NULL) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  -- Whoever changes another part of the same video waits, and then sees what this one has changed.
  PERFORM 1 FROM "videos" WHERE "id" = ANY("ids") ORDER BY "id" FOR NO KEY UPDATE;
  -- What a video is in, and what that is in; a channel has what is in its themes, as on its page.
  INSERT INTO "oai_records"
  SELECT v."id", false, ARRAY['type', 'type:' || v."type_id"]
    || array(SELECT unnest(ARRAY['discipline', 'discipline:' || "A"]) FROM "_DisciplineToVideo" WHERE "B" = v."id" ORDER BY 1)
    || array(SELECT unnest(ARRAY['channel', 'channel:' || c."id"]) FROM "channels" c WHERE c."visible" AND c."id" IN (
         SELECT "A" FROM "_ChannelToVideo" WHERE "B" = v."id" UNION
         SELECT t."channel_id" FROM "_ThemeToVideo" l JOIN "themes" t ON t."id" = l."A" WHERE l."B" = v."id") ORDER BY 1),
    "at"
  FROM "videos" v
  WHERE v."id" = ANY("ids") AND "is_public_video"(v) ORDER BY v."id"
  ON CONFLICT ("video_id") DO UPDATE SET ("deleted", "sets", "datestamp") = (false, EXCLUDED."sets", EXCLUDED."datestamp");
  UPDATE "oai_records" r SET "deleted" = true, "datestamp" = "at"
  WHERE r."video_id" = ANY("ids") AND NOT r."deleted"
    AND NOT EXISTS (SELECT 1 FROM "videos" v WHERE v."id" = r."video_id" AND "is_public_video"(v));
END $$;

-- Safe beside older versions: nothing but the function above called it.
DROP FUNCTION "oai_sets_of"(integer, integer);

-- Of many videos that a statement adds at once, as one.
CREATE FUNCTION "note_oai_records_of_added"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "ids" integer[];
BEGIN
  SELECT array_agg("id") INTO "ids" FROM "changed" WHERE "encoding_id" IS NOT NULL;
  IF "ids" IS NOT NULL THEN PERFORM "note_oai_records"("ids"); END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "videos_oai_added" ON "videos";
CREATE TRIGGER "videos_oai_added" AFTER INSERT ON "videos" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT
  EXECUTE FUNCTION "note_oai_records_of_added"();
