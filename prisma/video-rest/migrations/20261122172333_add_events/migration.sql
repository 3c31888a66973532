-- CreateTable
CREATE TABLE "events" (
    "id" SERIAL NOT NULL,
    "slug" VARCHAR(230) NOT NULL,
    "title" VARCHAR(250) NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "owner_id" INTEGER NOT NULL,
    "start_date" TIMESTAMPTZ(3) NOT NULL,
    "end_date" TIMESTAMPTZ(3) NOT NULL,
    "broadcaster_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "is_draft" BOOLEAN NOT NULL DEFAULT true,
    "is_restricted" BOOLEAN NOT NULL DEFAULT false,
    "is_auto_start" BOOLEAN NOT NULL DEFAULT false,
    "video_on_hold_id" INTEGER,
    "enable_transcription" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_EventAdditionalOwners" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_EventAdditionalOwners_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "events_slug_key" ON "events"("slug");

-- CreateIndex
CREATE INDEX "events_start_date_id_idx" ON "events"("start_date", "id");

-- CreateIndex
CREATE INDEX "events_owner_id_start_date_id_idx" ON "events"("owner_id", "start_date", "id");

-- CreateIndex
CREATE INDEX "events_broadcaster_id_start_date_id_idx" ON "events"("broadcaster_id", "start_date", "id");

-- CreateIndex
CREATE INDEX "events_type_id_start_date_id_idx" ON "events"("type_id", "start_date", "id");

-- CreateIndex
CREATE INDEX "events_video_on_hold_id_idx" ON "events"("video_on_hold_id");

-- CreateIndex
CREATE INDEX "_EventAdditionalOwners_B_index" ON "_EventAdditionalOwners"("B");

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_broadcaster_id_fkey" FOREIGN KEY ("broadcaster_id") REFERENCES "broadcasters"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_type_id_fkey" FOREIGN KEY ("type_id") REFERENCES "video_types"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_video_on_hold_id_fkey" FOREIGN KEY ("video_on_hold_id") REFERENCES "videos"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_EventAdditionalOwners" ADD CONSTRAINT "_EventAdditionalOwners_A_fkey" FOREIGN KEY ("A") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_EventAdditionalOwners" ADD CONSTRAINT "_EventAdditionalOwners_B_fkey" FOREIGN KEY ("B") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('events');

ALTER TABLE "events"
  ADD CONSTRAINT "events_title_check" CHECK ("title" <> ''),
  ADD CONSTRAINT "events_dates_check" CHECK ("end_date" > "start_date");
