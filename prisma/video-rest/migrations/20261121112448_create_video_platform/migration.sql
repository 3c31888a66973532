-- CreateEnum
CREATE TYPE "encoding_state" AS ENUM ('queued', 'running', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "media_kind" AS ENUM ('video', 'audio');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "username" VARCHAR(150) NOT NULL,
    "first_name" VARCHAR(150) NOT NULL DEFAULT '',
    "last_name" VARCHAR(150) NOT NULL DEFAULT '',
    "email" VARCHAR(254) NOT NULL DEFAULT '',
    "is_staff" BOOLEAN NOT NULL DEFAULT false,
    "is_superuser" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "password_hash" TEXT,
    "date_joined" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "label" VARCHAR(200) NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "video_types" (
    "id" SERIAL NOT NULL,
    "title_en" VARCHAR(100),
    "title_fr" VARCHAR(100),
    "description_en" TEXT,
    "description_fr" TEXT,

    CONSTRAINT "video_types_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "buildings" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "gmapurl" VARCHAR(250),

    CONSTRAINT "buildings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "broadcasters" (
    "id" SERIAL NOT NULL,
    "stream_url" VARCHAR(200) NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "slug" VARCHAR(230) NOT NULL,
    "building_id" INTEGER NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" BOOLEAN NOT NULL DEFAULT false,
    "is_restricted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "broadcasters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "videos" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" VARCHAR(250) NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "owner_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "date_added" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "date_evt" DATE,
    "main_lang" VARCHAR(2) NOT NULL,
    "is_draft" BOOLEAN NOT NULL DEFAULT false,
    "is_restricted" BOOLEAN NOT NULL DEFAULT false,
    "allow_downloading" BOOLEAN NOT NULL DEFAULT false,
    "media_kind" "media_kind" NOT NULL,
    "duration_seconds" DOUBLE PRECISION NOT NULL,
    "source_file" TEXT NOT NULL,
    "encoding_id" INTEGER,
    "latest_encoding_id" INTEGER,

    CONSTRAINT "videos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "encodings" (
    "id" SERIAL NOT NULL,
    "video_id" INTEGER NOT NULL,
    "state" "encoding_state" NOT NULL DEFAULT 'queued',
    "percent" INTEGER NOT NULL DEFAULT 0,
    "speed" DOUBLE PRECISION,
    "eta_seconds" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "outputs" JSONB,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "encodings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "row_counts" (
    "table_name" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "row_counts_pkey" PRIMARY KEY ("table_name")
);

-- CreateTable
CREATE TABLE "instance_keys" (
    "name" TEXT NOT NULL,
    "value" BYTEA NOT NULL,

    CONSTRAINT "instance_keys_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE INDEX "users_date_joined_id_idx" ON "users"("date_joined" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "access_tokens_key_hash_key" ON "access_tokens"("key_hash");

-- CreateIndex
CREATE INDEX "access_tokens_user_id_idx" ON "access_tokens"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "buildings_name_key" ON "buildings"("name");

-- CreateIndex
CREATE UNIQUE INDEX "broadcasters_stream_url_key" ON "broadcasters"("stream_url");

-- CreateIndex
CREATE UNIQUE INDEX "broadcasters_name_key" ON "broadcasters"("name");

-- CreateIndex
CREATE UNIQUE INDEX "broadcasters_slug_key" ON "broadcasters"("slug");

-- CreateIndex
CREATE INDEX "broadcasters_building_id_idx" ON "broadcasters"("building_id");

-- CreateIndex
CREATE UNIQUE INDEX "videos_slug_key" ON "videos"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "videos_encoding_id_key" ON "videos"("encoding_id");

-- CreateIndex
CREATE UNIQUE INDEX "videos_latest_encoding_id_key" ON "videos"("latest_encoding_id");

-- CreateIndex
CREATE INDEX "videos_date_added_id_idx" ON "videos"("date_added" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "videos_owner_id_date_added_id_idx" ON "videos"("owner_id", "date_added" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "videos_type_id_date_added_id_idx" ON "videos"("type_id", "date_added" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "encodings_video_id_idx" ON "encodings"("video_id");

-- CreateIndex
CREATE INDEX "encodings_requested_at_id_idx" ON "encodings"("requested_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "broadcasters" ADD CONSTRAINT "broadcasters_building_id_fkey" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "videos" ADD CONSTRAINT "videos_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "videos" ADD CONSTRAINT "videos_type_id_fkey" FOREIGN KEY ("type_id") REFERENCES "video_types"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "videos" ADD CONSTRAINT "videos_encoding_id_fkey" FOREIGN KEY ("encoding_id") REFERENCES "encodings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "videos" ADD CONSTRAINT "videos_latest_encoding_id_fkey" FOREIGN KEY ("latest_encoding_id") REFERENCES "encodings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "encodings" ADD CONSTRAINT "encodings_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Parts of words are found too; the extension is trusted, so the owner of the database may make it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE INDEX "videos_title_search_idx" ON "videos" USING GIN ("title" gin_trgm_ops);
CREATE INDEX "videos_description_search_idx" ON "videos" USING GIN ("description" gin_trgm_ops);

-- Clients write user names in lower case.
CREATE INDEX "users_username_lower_idx" ON "users" (lower("username"));

-- Two types never show the same title in one language, whether it is written in it or stands in for it.
CREATE UNIQUE INDEX "video_types_title_en_key" ON "video_types" (coalesce("title_en", "title_fr"));
CREATE UNIQUE INDEX "video_types_title_fr_key" ON "video_types" (coalesce("title_fr", "title_en"));

-- What a harvester reads, in its order.
CREATE INDEX "videos_public_idx" ON "videos" ("date_added" DESC, "id" DESC) WHERE NOT "is_draft" AND NOT "is_restricted";

-- At most one run of a video is asked for or at work.
CREATE UNIQUE INDEX "encodings_active_key" ON "encodings" ("video_id") WHERE "state" IN ('queued', 'running');

ALTER TABLE "users"
  ADD CONSTRAINT "users_username_check" CHECK ("username" <> '');

ALTER TABLE "access_tokens"
  ADD CONSTRAINT "access_tokens_key_hash_check" CHECK ("key_hash" ~ '^[0-9a-f]{64}$');

ALTER TABLE "video_types"
  ADD CONSTRAINT "video_types_title_check" CHECK (coalesce("title_en", "title_fr") <> '');

ALTER TABLE "buildings"
  ADD CONSTRAINT "buildings_name_check" CHECK ("name" <> '');

ALTER TABLE "broadcasters"
  ADD CONSTRAINT "broadcasters_name_check" CHECK ("name" <> ''),
  -- Addresses are looked up without regard to case.
  ADD CONSTRAINT "broadcasters_slug_check" CHECK ("slug" ~ '^[a-z0-9_-]+$');

ALTER TABLE "videos"
  ADD CONSTRAINT "videos_title_check" CHECK ("title" <> ''),
  ADD CONSTRAINT "videos_slug_check" CHECK ("slug" ~ '^[0-9]{4,}-[a-z0-9_-]*$'),
  ADD CONSTRAINT "videos_duration_check" CHECK ("duration_seconds" >= 0);

ALTER TABLE "encodings"
  ADD CONSTRAINT "encodings_percent_check" CHECK ("percent" BETWEEN 0 AND 100),
  ADD CONSTRAINT "encodings_attempts_check" CHECK ("attempts" >= 0),
  ADD CONSTRAINT "encodings_claims_check" CHECK ("claims" >= "attempts"),
  ADD CONSTRAINT "encodings_outputs_check" CHECK (("state" = 'done') = ("outputs" IS NOT NULL)),
  ADD CONSTRAINT "encodings_finished_check" CHECK (("state" IN ('queued', 'running')) = ("finished_at" IS NULL));

-- One update a statement; it holds the count of that table until the transaction ends.
CREATE FUNCTION "keep_row_count"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "row_counts" SET "rows" = "rows" + (SELECT count(*) FROM "changed") WHERE "table_name" = TG_TABLE_NAME;
  ELSE
    UPDATE "row_counts" SET "rows" = "rows" - (SELECT count(*) FROM "changed") WHERE "table_name" = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

INSERT INTO "row_counts" VALUES ('users', 0);
CREATE TRIGGER "users_count_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();
CREATE TRIGGER "users_count_removed" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();

INSERT INTO "row_counts" VALUES ('video_types', 0);
CREATE TRIGGER "video_types_count_added" AFTER INSERT ON "video_types" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();
CREATE TRIGGER "video_types_count_removed" AFTER DELETE ON "video_types" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();

INSERT INTO "row_counts" VALUES ('buildings', 0);
CREATE TRIGGER "buildings_count_added" AFTER INSERT ON "buildings" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();
CREATE TRIGGER "buildings_count_removed" AFTER DELETE ON "buildings" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();

INSERT INTO "row_counts" VALUES ('broadcasters', 0);
CREATE TRIGGER "broadcasters_count_added" AFTER INSERT ON "broadcasters" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();
CREATE TRIGGER "broadcasters_count_removed" AFTER DELETE ON "broadcasters" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();

INSERT INTO "row_counts" VALUES ('videos', 0);
CREATE TRIGGER "videos_count_added" AFTER INSERT ON "videos" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();
CREATE TRIGGER "videos_count_removed" AFTER DELETE ON "videos" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();

INSERT INTO "row_counts" VALUES ('encodings', 0);
CREATE TRIGGER "encodings_count_added" AFTER INSERT ON "encodings" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();
CREATE TRIGGER "encodings_count_removed" AFTER DELETE ON "encodings" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "keep_row_count"();
