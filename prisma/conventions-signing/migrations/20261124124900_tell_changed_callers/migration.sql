-- Each process keeps who calls, and forgets it by this. Older versions keep nothing, and their changes are told as well.
CREATE FUNCTION "tell_changed_callers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('callers_changed', '');
  RETURN NULL;
END $$;

-- Of what changes with each use, such as its time, nobody is told; and of what is new nothing is kept.
CREATE TRIGGER "accounts_callers" AFTER DELETE OR TRUNCATE OR UPDATE OF "id", "username", "full_name", "role", "scope", "password_hash", "is_active"
  ON "accounts" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_callers"();
CREATE TRIGGER "tokens_callers" AFTER DELETE OR TRUNCATE OR UPDATE OF "id", "name", "api", "scope", "hash", "fingerprint", "expires_at", "revoked_at"
  ON "tokens" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_callers"();
CREATE TRIGGER "sessions_callers" AFTER DELETE OR TRUNCATE OR UPDATE OF "sid", "sess"
  ON "sessions" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_callers"();

-- Whether an account has a second factor.
CREATE TRIGGER "totp_keys_callers" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "account_id"
  ON "totp_keys" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_callers"();
CREATE TRIGGER "passkeys_callers" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "account_id"
  ON "passkeys" FOR EACH STATEMENT EXECUTE FUNCTION "tell_changed_callers"();
