-- AlterTable
ALTER TABLE "operations" ADD COLUMN     "reminds" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "reminders" (
    "id" UUID NOT NULL,
    "person" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "is_closed" BOOLEAN NOT NULL DEFAULT false,
    "state" "mail_state" NOT NULL DEFAULT 'pending',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "reminders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reminder_records" (
    "reminder_id" UUID NOT NULL,
    "signable_id" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,

    CONSTRAINT "reminder_records_pkey" PRIMARY KEY ("reminder_id","signable_id")
);

-- CreateIndex
CREATE INDEX "reminders_created_at_idx" ON "reminders"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "reminders_person_day_key" ON "reminders"("person", "day");

-- CreateIndex
CREATE INDEX "reminder_records_signable_id_idx" ON "reminder_records"("signable_id");

-- AddForeignKey
ALTER TABLE "reminder_records" ADD CONSTRAINT "reminder_records_reminder_id_fkey" FOREIGN KEY ("reminder_id") REFERENCES "reminders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reminder_records" ADD CONSTRAINT "reminder_records_signable_id_fkey" FOREIGN KEY ("signable_id") REFERENCES "signables"("id") ON DELETE CASCADE ON UPDATE CASCADE;
