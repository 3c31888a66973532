-- Older versions read none of these tables: there somebody with a second factor still signs in by the password alone.

-- CreateTable
CREATE TABLE "totp_keys" (
    "account_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "last_step" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "totp_keys_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "label" VARCHAR(100) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "account_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("account_id","code_hash")
);

-- CreateTable
CREATE TABLE "second_factor_attempts" (
    "account_id" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factor_attempts_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_account_id_idx" ON "passkeys"("account_id");

-- AddForeignKey
ALTER TABLE "totp_keys" ADD CONSTRAINT "totp_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_attempts" ADD CONSTRAINT "second_factor_attempts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The events of a factor begin with its name. Of an account that is removed nothing more is noted.
CREATE FUNCTION "note_second_factor"("event" text, "account_id" integer, "detail" jsonb) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
  SELECT "note_administration"($1, "username", $3) FROM "accounts" WHERE "id" = $2;
$$;

CREATE FUNCTION "note_totp_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_second_factor"('totp-removed', OLD."account_id", '{}');
  ELSE
    PERFORM "note_second_factor"('totp-set', NEW."account_id", '{}');
  END IF;
  RETURN NULL;
END $$;
-- Sign-ins write other columns.
CREATE TRIGGER "totp_keys_history" AFTER INSERT OR DELETE OR UPDATE OF "secret" ON "totp_keys"
  FOR EACH ROW EXECUTE FUNCTION "note_totp_change"();

CREATE FUNCTION "note_passkey_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_second_factor"('passkey-removed', OLD."account_id", jsonb_build_object('label', OLD."label"));
  ELSE
    PERFORM "note_second_factor"('passkey-added', NEW."account_id", jsonb_build_object('label', NEW."label"));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "passkeys_history" AFTER INSERT OR DELETE ON "passkeys"
  FOR EACH ROW EXECUTE FUNCTION "note_passkey_change"();

CREATE FUNCTION "note_recovery_codes_made"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_second_factor"('recovery-codes-made', "account_id", '{}')
    FROM (SELECT DISTINCT "account_id" FROM "made") AS "of";
  RETURN NULL;
END $$;
CREATE TRIGGER "recovery_codes_made" AFTER INSERT ON "recovery_codes" REFERENCING NEW TABLE AS "made"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_recovery_codes_made"();

CREATE FUNCTION "note_recovery_code_used"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_second_factor"('recovery-code-used', NEW."account_id", '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER "recovery_codes_used" AFTER UPDATE OF "used_at" ON "recovery_codes"
  FOR EACH ROW EXECUTE FUNCTION "note_recovery_code_used"();
