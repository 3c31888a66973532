-- Who sees the events of a broadcaster changes with it, and nothing of their own. Drafts are for their owners anyway.
CREATE FUNCTION "note_events_of_broadcaster"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_changes"('events', array(
    SELECT ROW('changed', e."id", NULL, '{}', CASE
      WHEN NEW."is_restricted" THEN '{0}'
      ELSE e."owner_id" || array(SELECT "B" FROM "_EventAdditionalOwners" WHERE "A" = e."id" ORDER BY 1) END)::"noted_change"
    FROM "events" e WHERE e."broadcaster_id" = NEW."id" AND NOT e."is_draft"));
  RETURN NULL;
END $$;
CREATE TRIGGER "changes_restricted" AFTER UPDATE OF "is_restricted" ON "broadcasters" FOR EACH ROW
  WHEN (OLD."is_restricted" IS DISTINCT FROM NEW."is_restricted") EXECUTE FUNCTION "note_events_of_broadcaster"();
