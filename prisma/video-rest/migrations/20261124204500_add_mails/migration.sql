-- Mails to people with an account. Versions before this one do not mind: they send none, and read none of these tables.

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('pending', 'sent', 'refused', 'expired', 'dropped');

-- CreateTable
CREATE TABLE "mail_subscriptions" (
    "account_id" INTEGER NOT NULL,
    "digest" BOOLEAN NOT NULL,
    "encodings" BOOLEAN NOT NULL,
    "operation" BOOLEAN NOT NULL,
    "language" TEXT NOT NULL,
    "digested_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,
    "alerted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_subscriptions_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "language" TEXT NOT NULL,
    "state" "mail_state" NOT NULL DEFAULT 'pending',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mails_account_id_created_at_idx" ON "mails"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "mails_ended_at_idx" ON "mails"("ended_at");

-- AddForeignKey
ALTER TABLE "mail_subscriptions" ADD CONSTRAINT "mail_subscriptions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
