-- CreateTable
CREATE TABLE "day_counts" (
    "table_name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "day_counts_pkey" PRIMARY KEY ("table_name","day")
);

-- Days are those of UTC. Each statement goes through them in their order, so that no two wait for each other.
CREATE FUNCTION "keep_day_count"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO "day_counts" AS "kept" SELECT %L, (%I AT TIME ZONE ''UTC'')::date AS "day", %s count(*) FROM "changed" GROUP BY "day" ORDER BY "day"
     ON CONFLICT ("table_name", "day") DO UPDATE SET "rows" = "kept"."rows" + EXCLUDED."rows"',
    TG_TABLE_NAME, TG_ARGV[0], CASE TG_OP WHEN 'INSERT' THEN '' ELSE '-' END);
  RETURN NULL;
END $$;

CREATE FUNCTION "move_day_count"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO "day_counts" AS "kept" SELECT %L, "day", sum("n") FROM (VALUES (($1.%2$I AT TIME ZONE ''UTC'')::date, -1), (($2.%2$I AT TIME ZONE ''UTC'')::date, 1)) "moved" ("day", "n")
     GROUP BY "day" HAVING sum("n") <> 0 ORDER BY "day"
     ON CONFLICT ("table_name", "day") DO UPDATE SET "rows" = "kept"."rows" + EXCLUDED."rows"',
    TG_TABLE_NAME, TG_ARGV[0]) USING OLD, NEW;
  RETURN NULL;
END $$;

-- From now on the rows of a table are counted by the day of that column.
CREATE FUNCTION "keep_day_counts"("kept" text, "dated" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The first trigger keeps writers out until the transaction ends: what is counted then stays true.
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_day_count"(%L)', "kept" || '_days_added', "kept", "dated");
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_day_count"(%L)', "kept" || '_days_removed', "kept", "dated");
  EXECUTE format('CREATE TRIGGER %I AFTER UPDATE OF %I ON %I FOR EACH ROW WHEN (OLD.%2$I <> NEW.%2$I) EXECUTE FUNCTION "move_day_count"(%2$L)', "kept" || '_days_moved', "dated", "kept", "dated");
  EXECUTE format('INSERT INTO "day_counts" SELECT %L, (%I AT TIME ZONE ''UTC'')::date AS "day", count(*) FROM %I GROUP BY "day"', "kept", "dated", "kept");
END $$;

-- A page far inside a list is found by the day on which it begins.
SELECT "keep_day_counts"('videos', 'date_added');

SELECT "keep_day_counts"('encodings', 'requested_at');
