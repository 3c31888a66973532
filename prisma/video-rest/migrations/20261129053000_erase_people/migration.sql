-- While somebody is erased, the administration history notes that once, without the name: what the triggers of the tables
-- would note has it (docs/privacy.md). Safe beside older versions: they never set campus.erasing.
CREATE OR REPLACE FUNCTION "note_administration"("event" text, "account" text, "detail" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO "administration_history" ("event", "account", "actor", "address", "detail")
  SELECT $1, $2, coalesce(nullif(current_setting('campus.actor', true), ''), 'database:' || session_user),
         nullif(current_setting('campus.address', true), ''), $3
  WHERE current_setting('campus.erasing', true) IS DISTINCT FROM 'on';
$$;
