-- CreateTable
CREATE TABLE "workers" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "host" VARCHAR(100) NOT NULL,
    "version" VARCHAR(50) NOT NULL,
    "cores" INTEGER NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "is_service" BOOLEAN NOT NULL,
    "is_draining" BOOLEAN NOT NULL DEFAULT false,
    "encodings" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stints" (
    "id" SERIAL NOT NULL,
    "worker_id" INTEGER NOT NULL,
    "encoding_id" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" VARCHAR(20),

    CONSTRAINT "stints_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "workers_seen_at_idx" ON "workers"("seen_at");

-- CreateIndex
CREATE INDEX "stints_worker_id_started_at_idx" ON "stints"("worker_id", "started_at");

-- CreateIndex
CREATE INDEX "stints_encoding_id_idx" ON "stints"("encoding_id");

-- AddForeignKey
ALTER TABLE "stints" ADD CONSTRAINT "stints_worker_id_fkey" FOREIGN KEY ("worker_id") REFERENCES "workers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stints" ADD CONSTRAINT "stints_encoding_id_fkey" FOREIGN KEY ("encoding_id") REFERENCES "encodings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('workers');
