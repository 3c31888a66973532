-- Safe beside older versions: no release before this migration knows the type, which the one of media_objects makes.
ALTER TYPE "media_object_state" ADD VALUE 'growing';

-- CreateTable
CREATE TABLE "growing_objects" (
    "name" VARCHAR(100) NOT NULL,
    "key" VARCHAR(200) NOT NULL,
    "upload" TEXT NOT NULL,
    "etags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "digests" BYTEA NOT NULL DEFAULT '\x'::bytea,
    "tails" JSONB NOT NULL DEFAULT '[]',
    "bytes" BIGINT,

    CONSTRAINT "growing_objects_pkey" PRIMARY KEY ("name")
);
