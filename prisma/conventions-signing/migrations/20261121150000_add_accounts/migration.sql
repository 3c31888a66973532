-- CreateEnum
CREATE TYPE "account_role" AS ENUM ('reader', 'sender', 'administrator');

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "username" VARCHAR(150) NOT NULL,
    "full_name" VARCHAR(150) NOT NULL DEFAULT '',
    "email" VARCHAR(254) NOT NULL DEFAULT '',
    "role" "account_role" NOT NULL,
    "password_hash" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "oidc_subject" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sign_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "sid" TEXT NOT NULL,
    "sess" JSON NOT NULL,
    "expire" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("sid")
);

-- CreateTable
CREATE TABLE "instance_keys" (
    "name" TEXT NOT NULL,
    "value" BYTEA NOT NULL,

    CONSTRAINT "instance_keys_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_username_key" ON "accounts"("username");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_oidc_subject_key" ON "accounts"("oidc_subject");

-- CreateIndex
CREATE INDEX "sessions_expire_idx" ON "sessions"("expire");

-- The history names people by their user names: no two are told apart by capitals alone.
CREATE UNIQUE INDEX "accounts_username_lower_key" ON "accounts" (lower("username"));

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_username_check" CHECK ("username" <> ''),
  ADD CONSTRAINT "accounts_oidc_subject_check" CHECK ("oidc_subject" <> '');

-- Whoever is let in again later signs in anew, by whichever way the account was closed.
CREATE FUNCTION "end_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "sessions" WHERE ("sess" #>> '{account,id}')::int = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "accounts_inactive" AFTER UPDATE OF "is_active" ON "accounts"
  FOR EACH ROW WHEN (OLD."is_active" AND NOT NEW."is_active") EXECUTE FUNCTION "end_sessions"();
