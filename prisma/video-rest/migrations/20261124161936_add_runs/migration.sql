-- CreateEnum
CREATE TYPE "run_kind" AS ENUM ('export', 'import');

-- CreateTable
CREATE TABLE "runs" (
    "id" SERIAL NOT NULL,
    "kind" "run_kind" NOT NULL,
    "actor" INTEGER NOT NULL,
    "asked" TEXT NOT NULL,
    "key_hash" CHAR(64),
    "fingerprint" CHAR(64),
    "file" CHAR(32),
    "total" BIGINT NOT NULL DEFAULT 0,
    "done" BIGINT NOT NULL DEFAULT 0,
    "result_bytes" BIGINT,
    "report" TEXT,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "cancelled_by" VARCHAR(150),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_pieces" (
    "run_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "piece" TEXT NOT NULL,

    CONSTRAINT "run_pieces_pkey" PRIMARY KEY ("run_id","position")
);

-- CreateIndex
CREATE INDEX "runs_created_at_idx" ON "runs"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "runs_actor_key_hash_key" ON "runs"("actor", "key_hash");

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_actor_fkey" FOREIGN KEY ("actor") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_pieces" ADD CONSTRAINT "run_pieces_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('runs');
