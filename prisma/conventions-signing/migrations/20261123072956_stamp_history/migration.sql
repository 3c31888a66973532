-- CreateTable
CREATE TABLE "history_stamps" (
    "position" BIGINT NOT NULL,
    "token" BYTEA NOT NULL,
    "stamped_at" TIMESTAMPTZ(3) NOT NULL,
    "authority" TEXT NOT NULL,

    CONSTRAINT "history_stamps_pkey" PRIMARY KEY ("position")
);

-- AddForeignKey
ALTER TABLE "history_stamps" ADD CONSTRAINT "history_stamps_position_fkey" FOREIGN KEY ("position") REFERENCES "history_heads"("position") ON DELETE RESTRICT ON UPDATE CASCADE;
