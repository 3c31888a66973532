-- CreateTable
CREATE TABLE "bbb_meetings" (
    "id" SERIAL NOT NULL,
    "meeting_id" VARCHAR(200) NOT NULL,
    "internal_meeting_id" VARCHAR(200) NOT NULL DEFAULT '',
    "meeting_name" VARCHAR(200) NOT NULL,
    "encoding_step" INTEGER NOT NULL DEFAULT 0,
    "recorded" BOOLEAN NOT NULL DEFAULT false,
    "recording_available" BOOLEAN NOT NULL DEFAULT false,
    "recording_url" VARCHAR(200) NOT NULL DEFAULT '',
    "thumbnail_url" VARCHAR(200) NOT NULL DEFAULT '',
    "encoded_by_id" INTEGER,
    "session_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_date_in_progress" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bbb_meetings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bbb_livestreams" (
    "id" SERIAL NOT NULL,
    "meeting_id" INTEGER NOT NULL,
    "start_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "end_date" TIMESTAMPTZ(3),
    "show_chat" BOOLEAN NOT NULL DEFAULT true,
    "download_meeting" BOOLEAN NOT NULL DEFAULT false,
    "enable_chat" BOOLEAN NOT NULL DEFAULT false,
    "is_restricted" BOOLEAN NOT NULL DEFAULT false,
    "broadcaster_id" INTEGER,
    "redis_hostname" VARCHAR(200),
    "redis_port" INTEGER,
    "redis_channel" VARCHAR(200),
    "status" INTEGER NOT NULL DEFAULT 0,
    "server" VARCHAR(20),
    "user_id" INTEGER,

    CONSTRAINT "bbb_livestreams_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bbb_meetings_session_date_id_idx" ON "bbb_meetings"("session_date", "id");

-- CreateIndex
CREATE INDEX "bbb_meetings_meeting_id_session_date_id_idx" ON "bbb_meetings"("meeting_id", "session_date", "id");

-- CreateIndex
CREATE INDEX "bbb_meetings_encoding_step_session_date_id_idx" ON "bbb_meetings"("encoding_step", "session_date", "id");

-- CreateIndex
CREATE INDEX "bbb_meetings_encoded_by_id_idx" ON "bbb_meetings"("encoded_by_id");

-- CreateIndex
CREATE INDEX "bbb_livestreams_start_date_id_idx" ON "bbb_livestreams"("start_date", "id");

-- CreateIndex
CREATE INDEX "bbb_livestreams_meeting_id_start_date_id_idx" ON "bbb_livestreams"("meeting_id", "start_date", "id");

-- CreateIndex
CREATE INDEX "bbb_livestreams_status_start_date_id_idx" ON "bbb_livestreams"("status", "start_date", "id");

-- CreateIndex
CREATE INDEX "bbb_livestreams_server_start_date_id_idx" ON "bbb_livestreams"("server", "start_date", "id");

-- CreateIndex
CREATE INDEX "bbb_livestreams_user_id_idx" ON "bbb_livestreams"("user_id");

-- AddForeignKey
ALTER TABLE "bbb_meetings" ADD CONSTRAINT "bbb_meetings_encoded_by_id_fkey" FOREIGN KEY ("encoded_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bbb_livestreams" ADD CONSTRAINT "bbb_livestreams_meeting_id_fkey" FOREIGN KEY ("meeting_id") REFERENCES "bbb_meetings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bbb_livestreams" ADD CONSTRAINT "bbb_livestreams_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('bbb_meetings');

-- Lists take their total from it.
SELECT "keep_count"('bbb_livestreams');

ALTER TABLE "bbb_meetings"
  ADD CONSTRAINT "bbb_meetings_encoding_step_check" CHECK ("encoding_step" BETWEEN 0 AND 3);

ALTER TABLE "bbb_livestreams"
  ADD CONSTRAINT "bbb_livestreams_status_check" CHECK ("status" BETWEEN 0 AND 2),
  ADD CONSTRAINT "bbb_livestreams_redis_port_check" CHECK ("redis_port" BETWEEN 0 AND 65535);
