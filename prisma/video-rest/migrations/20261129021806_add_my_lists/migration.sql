-- What people with an account follow and keep. Versions before this one know nothing of it, and do not mind.

-- CreateTable
CREATE TABLE "my_lists" (
    "account_id" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "visited_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "my_lists_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "my_list_entries" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "channel_id" INTEGER,
    "video_id" INTEGER,

    CONSTRAINT "my_list_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "my_list_entries_channel_id_idx" ON "my_list_entries"("channel_id");

-- CreateIndex
CREATE INDEX "my_list_entries_video_id_idx" ON "my_list_entries"("video_id");

-- CreateIndex
CREATE UNIQUE INDEX "my_list_entries_account_id_channel_id_key" ON "my_list_entries"("account_id", "channel_id");

-- CreateIndex
CREATE UNIQUE INDEX "my_list_entries_account_id_video_id_key" ON "my_list_entries"("account_id", "video_id");

-- AddForeignKey
ALTER TABLE "my_lists" ADD CONSTRAINT "my_lists_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "my_list_entries" ADD CONSTRAINT "my_list_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "my_list_entries" ADD CONSTRAINT "my_list_entries_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "my_list_entries" ADD CONSTRAINT "my_list_entries_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An entry is one of the two.
ALTER TABLE "my_list_entries" ADD CONSTRAINT "my_list_entries_of_one_kind" CHECK (num_nonnulls("channel_id", "video_id") = 1);
