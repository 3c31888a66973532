-- AlterTable
ALTER TABLE "users" ADD COLUMN "cas_user" VARCHAR(150);

-- CreateIndex
CREATE UNIQUE INDEX "users_cas_user_key" ON "users"("cas_user");

CREATE OR REPLACE FUNCTION "add_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "owners" ("user_id", "auth_type")
  VALUES (NEW."id", CASE WHEN NEW."oidc_subject" IS NOT NULL THEN 'OIDC' WHEN NEW."cas_user" IS NOT NULL THEN 'CAS' ELSE 'local' END);
  RETURN NULL;
END $$;

CREATE FUNCTION "note_cas_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "owners" SET "auth_type" = 'CAS' WHERE "user_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "users_note_cas_owner" AFTER UPDATE OF "cas_user" ON "users" FOR EACH ROW
  WHEN (OLD."cas_user" IS NULL AND NEW."cas_user" IS NOT NULL) EXECUTE FUNCTION "note_cas_owner"();

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
  IF NEW."cas_user" IS DISTINCT FROM OLD."cas_user" THEN
    PERFORM "note_administration"(
      CASE WHEN NEW."cas_user" IS NULL THEN 'identity-unlinked' ELSE 'identity-linked' END, NEW."username", '{}');
  END IF;
  IF NEW."first_name" <> OLD."first_name" THEN "changed" := array_append("changed", 'first_name'); END IF;
  IF NEW."last_name" <> OLD."last_name" THEN "changed" := array_append("changed", 'last_name'); END IF;
  IF NEW."email" <> OLD."email" THEN "changed" := array_append("changed", 'email'); END IF;
  IF cardinality("changed") > 0 AND NOT "is_own_detail_noted"(NEW."username", "changed") THEN
    PERFORM "note_administration"('details-changed', NEW."username", jsonb_build_object('changed', "changed"));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER "users_history" AFTER INSERT OR DELETE
  OR UPDATE OF "username", "first_name", "last_name", "email", "is_staff", "is_superuser", "is_active", "password_hash", "oidc_subject", "cas_user"
  ON "users" FOR EACH ROW EXECUTE FUNCTION "note_account_change"();
