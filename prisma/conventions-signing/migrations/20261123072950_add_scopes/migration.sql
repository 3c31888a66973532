-- What accounts and tokens see, and tokens as records. Safe beside older versions: they let in the tokens of their
-- configuration alone, and write none of this; they do not restrict an account that has a scope.
ALTER TABLE "accounts" ADD COLUMN "scope" JSONB;
ALTER TABLE "signed_rounds" ADD COLUMN "department" TEXT;

CREATE TABLE "tokens" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "api" TEXT NOT NULL,
    "scope" JSONB,
    "hash" BYTEA NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" TEXT,

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tokens_name_check" CHECK (btrim("name") <> ''),
    CONSTRAINT "tokens_api_check" CHECK ("api" IN ('public', 'management')),
    CONSTRAINT "tokens_hash_check" CHECK (octet_length("hash") = 32),
    CONSTRAINT "tokens_revoked_check" CHECK (num_nonnulls("revoked_at", "revoked_by") IN (0, 2))
);

CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");
CREATE UNIQUE INDEX "tokens_fingerprint_key" ON "tokens"("fingerprint");
CREATE UNIQUE INDEX "tokens_name_key" ON "tokens"(lower("name")) WHERE "revoked_at" IS NULL;

-- What the administration history says of a scope.
CREATE FUNCTION "scope_detail"("scope" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce("scope", '{"scope": ["everything"]}');
$$;

CREATE FUNCTION "note_scope_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_administration"('scope-changed', NEW."username", "scope_detail"(NEW."scope"));
  RETURN NULL;
END $$;
CREATE TRIGGER "accounts_scope_given" AFTER INSERT ON "accounts"
  FOR EACH ROW WHEN (NEW."scope" IS NOT NULL) EXECUTE FUNCTION "note_scope_change"();
CREATE TRIGGER "accounts_scope_changed" AFTER UPDATE OF "scope" ON "accounts"
  FOR EACH ROW WHEN (NEW."scope" IS DISTINCT FROM OLD."scope") EXECUTE FUNCTION "note_scope_change"();

CREATE FUNCTION "note_token_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "detail" jsonb := jsonb_build_object('token', NEW."fingerprint", 'label', NEW."name", 'api', jsonb_build_array(NEW."api"));
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM "note_administration"('token-created', NULL, "detail" || "scope_detail"(NEW."scope") ||
      CASE WHEN NEW."expires_at" IS NULL THEN '{}' ELSE jsonb_build_object('until', NEW."expires_at") END);
  ELSE
    PERFORM "note_administration"('token-revoked', NULL, "detail");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tokens_made" AFTER INSERT ON "tokens"
  FOR EACH ROW EXECUTE FUNCTION "note_token_change"();
CREATE TRIGGER "tokens_revoked" AFTER UPDATE OF "revoked_at" ON "tokens"
  FOR EACH ROW WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION "note_token_change"();
