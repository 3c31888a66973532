-- AlterTable
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" TIMESTAMPTZ(3),
ADD COLUMN "oidc_subject" TEXT;

-- CreateTable
CREATE TABLE "sessions" (
    "sid" TEXT NOT NULL,
    "sess" JSON NOT NULL,
    "expire" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("sid")
);

-- CreateIndex
CREATE INDEX "sessions_expire_idx" ON "sessions"("expire");

-- CreateIndex
CREATE UNIQUE INDEX "users_oidc_subject_key" ON "users"("oidc_subject");

ALTER TABLE "users"
  ADD CONSTRAINT "users_oidc_subject_check" CHECK ("oidc_subject" <> '');

-- Whoever is let in again later signs in anew, by whichever way the account was closed.
CREATE FUNCTION "end_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "sessions" WHERE ("sess" #>> '{account,id}')::int = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "users_inactive" AFTER UPDATE OF "is_active" ON "users"
  FOR EACH ROW WHEN (OLD."is_active" AND NOT NEW."is_active") EXECUTE FUNCTION "end_sessions"();
