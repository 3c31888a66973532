-- Everybody may change their own details, as often as they like, and no entry may be removed for a year: what is noted of
-- that already is not noted again within the hour. Among the last entries alone, however many there are. With the rights
-- of the owner, as "note_administration".
CREATE FUNCTION "is_own_detail_noted"("account" text, "changed" text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM (SELECT * FROM "administration_history" h WHERE h."account" = $1 ORDER BY h."id" DESC LIMIT 100) "recent"
    WHERE "event" = 'details-changed' AND "actor" = 'person:' || $1 AND "at" > now() - interval '1 hour'
      AND "actor" = current_setting('campus.actor', true) AND "detail" -> 'changed' @> to_jsonb($2));
$$;

CREATE OR REPLACE FUNCTION "note_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "changed" text[] := '{}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_administration"('account-removed', OLD."username", jsonb_build_object('rights', "rights_of"(OLD)));
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM "note_administration"('account-created', NEW."username", jsonb_build_object(
      'rights', "rights_of"(NEW), 'password', NEW."password_hash" IS NOT NULL));
    RETURN NULL;
  END IF;
  IF NEW."username" <> OLD."username" THEN
    PERFORM "note_administration"('account-renamed', NEW."username", jsonb_build_object('from', OLD."username"));
    PERFORM "note_administration"('account-renamed', OLD."username", jsonb_build_object('to', NEW."username"));
  END IF;
  IF "rights_of"(NEW) <> "rights_of"(OLD) THEN
    PERFORM "note_administration"('rights-changed', NEW."username", jsonb_build_object(
      'from', "rights_of"(OLD), 'to', "rights_of"(NEW)));
  END IF;
  IF NEW."is_active" <> OLD."is_active" THEN
    PERFORM "note_administration"(
      CASE WHEN NEW."is_active" THEN 'account-activated' ELSE 'account-deactivated' END, NEW."username", '{}');
  END IF;
  IF NEW."password_hash" IS DISTINCT FROM OLD."password_hash" THEN
    PERFORM "note_administration"(
      CASE WHEN NEW."password_hash" IS NULL THEN 'password-removed' ELSE 'password-set' END, NEW."username", '{}');
  END IF;
  IF NEW."oidc_subject" IS DISTINCT FROM OLD."oidc_subject" THEN
    PERFORM "note_administration"(
      CASE WHEN NEW."oidc_subject" IS NULL THEN 'identity-unlinked' ELSE 'identity-linked' END, NEW."username", '{}');
  END IF;
  IF NEW."first_name" <> OLD."first_name" THEN "changed" := array_append("changed", 'first_name'); END IF;
  IF NEW."last_name" <> OLD."last_name" THEN "changed" := array_append("changed", 'last_name'); END IF;
  IF NEW."email" <> OLD."email" THEN "changed" := array_append("changed", 'email'); END IF;
  IF cardinality("changed") > 0 AND NOT "is_own_detail_noted"(NEW."username", "changed") THEN
    PERFORM "note_administration"('details-changed', NEW."username", jsonb_build_object('changed', "changed"));
  END IF;
  RETURN NULL;
END $$;
