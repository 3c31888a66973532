-- Whoever owns videos is an account that their rows refer to. A transaction that adds many of them by many statements, as an
-- import does, left a version of the account behind with each, and looked through all of them for each video: behind 50,000
-- others 10,000 cost three times as much as at first. So it may note what it charges ('campus.charges' is '{}' from its
-- beginning), and settle that at its end. Others charge at once, as before.

-- What accounts are charged with, by id: [bytes, videos]. They are locked in one order, whoever changes several.
CREATE FUNCTION "charge"("charges" jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "noted" text := current_setting('campus.charges', true);
BEGIN
  IF "noted" <> '' THEN
    PERFORM set_config('campus.charges', (
      SELECT jsonb_object_agg("id", jsonb_build_array("bytes", "videos"))::text FROM (
        SELECT "key" AS "id", sum(("value" ->> 0)::bigint) AS "bytes", sum(("value" ->> 1)::int) AS "videos"
        FROM (SELECT * FROM jsonb_each("noted"::jsonb) UNION ALL SELECT * FROM jsonb_each("charges")) c GROUP BY "key") c), true);
    RETURN;
  END IF;
  PERFORM 1 FROM "users" WHERE "id" IN (SELECT "key"::int FROM jsonb_each("charges")) ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "users" SET "source_bytes" = "source_bytes" + ("value" ->> 0)::bigint, "video_count" = "video_count" + ("value" ->> 1)::int
  FROM jsonb_each("charges") WHERE "id" = "key"::int;
END $$;

CREATE FUNCTION "settle_charges"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "noted" text := current_setting('campus.charges', true);
BEGIN
  PERFORM set_config('campus.charges', '', true);
  IF "noted" <> '' THEN PERFORM "charge"("noted"::jsonb); END IF;
END $$;

CREATE OR REPLACE FUNCTION "charge_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "sign" integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM "charge"(jsonb_object_agg("owner_id", jsonb_build_array("sign" * "bytes", "sign" * "videos")))
  FROM (SELECT "owner_id", coalesce(sum("source_bytes"), 0)::bigint AS "bytes", count(*)::int AS "videos" FROM "changed" GROUP BY "owner_id") c;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "charge_other_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "before" bigint := coalesce(OLD."source_bytes", 0);
  "after" bigint := coalesce(NEW."source_bytes", 0);
BEGIN
  PERFORM "charge"(CASE WHEN NEW."owner_id" = OLD."owner_id"
    THEN jsonb_build_object(NEW."owner_id", jsonb_build_array("after" - "before", 0))
    ELSE jsonb_build_object(OLD."owner_id", jsonb_build_array(-"before", -1), NEW."owner_id", jsonb_build_array("after", 1)) END);
  RETURN NULL;
END $$;
