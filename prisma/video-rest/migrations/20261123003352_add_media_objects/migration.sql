-- CreateEnum
CREATE TYPE "media_object_state" AS ENUM ('arriving', 'kept', 'stale');

-- CreateTable
CREATE TABLE "media_objects" (
    "key" VARCHAR(200) NOT NULL,
    "state" "media_object_state" NOT NULL DEFAULT 'arriving',
    "instance" INTEGER,
    "owner_table" VARCHAR(10),
    "owner_id" INTEGER,
    "file" VARCHAR(150),
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "digests" BYTEA NOT NULL DEFAULT '\x'::bytea,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_objects_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "media_objects_owner_table_owner_id_file_idx" ON "media_objects"("owner_table", "owner_id", "file");

-- A file of a row is one object.
CREATE UNIQUE INDEX "media_objects_kept_key" ON "media_objects"("owner_table", "owner_id", "file") WHERE "state" = 'kept';

-- What is on its way, or to be removed: few among all.
CREATE INDEX "media_objects_unsettled_idx" ON "media_objects"("state", "instance") WHERE "state" <> 'kept';

ALTER TABLE "media_objects"
  ADD CONSTRAINT "media_objects_kept_of_a_row"
  CHECK ("state" <> 'kept' OR ("owner_table" IS NOT NULL AND "owner_id" IS NOT NULL AND "file" IS NOT NULL AND "instance" IS NULL));
