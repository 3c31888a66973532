-- CreateTable
CREATE TABLE "administration_history" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event" TEXT NOT NULL,
    "account" TEXT,
    "actor" TEXT NOT NULL,
    "address" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "administration_history_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "administration_history_account_id_idx" ON "administration_history"("account", "id" DESC);

-- CreateIndex
CREATE INDEX "administration_history_actor_id_idx" ON "administration_history"("actor", "id" DESC);

-- Whoever changes something says who they are in the transaction (campus.actor, campus.address); of whom does not, the
-- role is noted. With the rights of the owner: a role that may only use the tables writes its history all the same.
CREATE FUNCTION "note_administration"("event" text, "account" text, "detail" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO "administration_history" ("event", "account", "actor", "address", "detail")
  VALUES ($1, $2, coalesce(nullif(current_setting('campus.actor', true), ''), 'database:' || session_user),
          nullif(current_setting('campus.address', true), ''), $3);
$$;

-- Entries are personal data too: after a year they may be removed, and never changed.
CREATE FUNCTION "keep_administration_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."at" < now() - interval '1 year' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the administration history is only added to; entries may be removed a year after they were written'
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "administration_history_kept" BEFORE UPDATE OR DELETE ON "administration_history"
  FOR EACH ROW EXECUTE FUNCTION "keep_administration_history"();
CREATE TRIGGER "administration_history_kept_whole" BEFORE TRUNCATE ON "administration_history"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_administration_history"();

CREATE FUNCTION "rights_of"("users") RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN $1."is_staff" THEN '["staff"]'::jsonb ELSE '[]' END
      || CASE WHEN $1."is_superuser" THEN '["superuser"]'::jsonb ELSE '[]' END;
$$;

CREATE FUNCTION "note_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF cardinality("changed") > 0 THEN
    PERFORM "note_administration"('details-changed', NEW."username", jsonb_build_object('changed', "changed"));
  END IF;
  RETURN NULL;
END $$;
-- Sign-ins write other columns.
CREATE TRIGGER "users_history" AFTER INSERT OR DELETE
  OR UPDATE OF "username", "first_name", "last_name", "email", "is_staff", "is_superuser", "is_active", "password_hash", "oidc_subject"
  ON "users" FOR EACH ROW EXECUTE FUNCTION "note_account_change"();

CREATE FUNCTION "note_token_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_administration"(
    CASE WHEN TG_OP = 'INSERT' THEN 'token-created' ELSE 'token-revoked' END,
    (SELECT "username" FROM "users" WHERE "id" = NEW."user_id"),
    jsonb_build_object('token', NEW."key_prefix", 'label', NEW."label", 'until', NEW."expires_at"));
  RETURN NULL;
END $$;
-- Tokens go with their account alone, whose removal is noted.
CREATE TRIGGER "access_tokens_created" AFTER INSERT ON "access_tokens"
  FOR EACH ROW EXECUTE FUNCTION "note_token_change"();
CREATE TRIGGER "access_tokens_revoked" AFTER UPDATE OF "revoked_at" ON "access_tokens"
  FOR EACH ROW WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION "note_token_change"();
