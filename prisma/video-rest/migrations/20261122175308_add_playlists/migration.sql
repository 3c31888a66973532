-- CreateTable
CREATE TABLE "playlists" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "slug" VARCHAR(230) NOT NULL,
    "visibility" VARCHAR(10) NOT NULL DEFAULT 'private',
    "description" TEXT NOT NULL DEFAULT '',
    "autoplay" BOOLEAN NOT NULL DEFAULT true,
    "editable" BOOLEAN NOT NULL DEFAULT true,
    "owner_id" INTEGER NOT NULL,
    "date_created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "playlists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "playlist_entries" (
    "playlist_id" INTEGER NOT NULL,
    "video_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,

    CONSTRAINT "playlist_entries_pkey" PRIMARY KEY ("playlist_id","video_id")
);

-- CreateTable
CREATE TABLE "_PlaylistAdditionalOwners" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_PlaylistAdditionalOwners_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "playlists_slug_key" ON "playlists"("slug");

-- CreateIndex
CREATE INDEX "playlists_name_owner_id_visibility_date_updated_id_idx" ON "playlists"("name", "owner_id", "visibility", "date_updated", "id");

-- CreateIndex
CREATE INDEX "playlists_owner_id_name_visibility_date_updated_id_idx" ON "playlists"("owner_id", "name", "visibility", "date_updated", "id");

-- CreateIndex
CREATE INDEX "playlists_visibility_name_owner_id_date_updated_id_idx" ON "playlists"("visibility", "name", "owner_id", "date_updated", "id");

-- CreateIndex
CREATE INDEX "playlist_entries_video_id_idx" ON "playlist_entries"("video_id");

-- CreateIndex
CREATE INDEX "_PlaylistAdditionalOwners_B_index" ON "_PlaylistAdditionalOwners"("B");

-- AddForeignKey
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "playlist_entries" ADD CONSTRAINT "playlist_entries_playlist_id_fkey" FOREIGN KEY ("playlist_id") REFERENCES "playlists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "playlist_entries" ADD CONSTRAINT "playlist_entries_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_PlaylistAdditionalOwners" ADD CONSTRAINT "_PlaylistAdditionalOwners_A_fkey" FOREIGN KEY ("A") REFERENCES "playlists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_PlaylistAdditionalOwners" ADD CONSTRAINT "_PlaylistAdditionalOwners_B_fkey" FOREIGN KEY ("B") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('playlists');

ALTER TABLE "playlists"
  ADD CONSTRAINT "playlists_name_check" CHECK ("name" <> ''),
  ADD CONSTRAINT "playlists_visibility_check" CHECK ("visibility" IN ('public', 'protected', 'private'));
