-- CreateTable
CREATE TABLE "known_clients" (
    "account_id" INTEGER NOT NULL,
    "client" TEXT NOT NULL,
    "last_right_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_clients_pkey" PRIMARY KEY ("account_id","client")
);

-- CreateIndex
CREATE INDEX "known_clients_last_right_at_idx" ON "known_clients"("last_right_at");

-- AddForeignKey
ALTER TABLE "known_clients" ADD CONSTRAINT "known_clients_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
