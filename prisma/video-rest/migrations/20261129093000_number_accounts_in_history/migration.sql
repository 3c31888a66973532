-- A user name may be another's later, a number never: whose entry it is tells the number (docs/privacy.md). Safe beside
-- older versions: they write entries by this function alone.
ALTER TABLE "administration_history" ADD COLUMN "account_id" INTEGER, ADD COLUMN "actor_id" INTEGER;

CREATE OR REPLACE FUNCTION "note_administration"("event" text, "account" text, "detail" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO "administration_history" ("event", "account", "account_id", "actor", "actor_id", "address", "detail")
  SELECT $1, $2,
         -- Of a rename the former name has an entry too, when nobody is called so any more.
         (SELECT "id" FROM "users"
          WHERE "username" = CASE WHEN $1 = 'account-renamed' THEN coalesce($3 ->> 'to', $2) ELSE $2 END),
         by."actor", (SELECT "id" FROM "users" WHERE "username" = substring(by."actor" from '^person:(.*)$')),
         nullif(current_setting('campus.address', true), ''), $3
  FROM (SELECT coalesce(nullif(current_setting('campus.actor', true), ''), 'database:' || session_user) AS "actor") AS by
  WHERE current_setting('campus.erasing', true) IS DISTINCT FROM 'on';
$$;

-- What an account of the same name did or had done before this one was made is nobody's.
ALTER TABLE "administration_history" DISABLE TRIGGER "administration_history_kept";
UPDATE "administration_history" h
SET "account_id" = (SELECT "id" FROM "users" WHERE "username" = h."account" AND "date_joined" <= h."at"),
    "actor_id" = (SELECT "id" FROM "users" WHERE 'person:' || "username" = h."actor" AND "date_joined" <= h."at");
ALTER TABLE "administration_history" ENABLE TRIGGER "administration_history_kept";
