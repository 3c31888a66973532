-- CreateTable
CREATE TABLE "channels" (
    "id" SERIAL NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "color" VARCHAR(10),
    "style" TEXT,
    "visible" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "themes" (
    "id" SERIAL NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "description" TEXT,
    "channel_id" INTEGER NOT NULL,
    "parent_id" INTEGER,

    CONSTRAINT "themes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_ChannelOwners" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_ChannelOwners_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_ChannelUsers" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_ChannelUsers_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_ChannelToVideo" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_ChannelToVideo_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_ThemeToVideo" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_ThemeToVideo_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "channels_title_key" ON "channels"("title");

-- CreateIndex
CREATE INDEX "themes_parent_id_channel_id_idx" ON "themes"("parent_id", "channel_id");

-- CreateIndex
CREATE UNIQUE INDEX "themes_id_channel_id_key" ON "themes"("id", "channel_id");

-- CreateIndex
CREATE UNIQUE INDEX "themes_channel_id_title_key" ON "themes"("channel_id", "title");

-- CreateIndex
CREATE INDEX "_ChannelOwners_B_index" ON "_ChannelOwners"("B");

-- CreateIndex
CREATE INDEX "_ChannelUsers_B_index" ON "_ChannelUsers"("B");

-- CreateIndex
CREATE INDEX "_ChannelToVideo_B_index" ON "_ChannelToVideo"("B");

-- CreateIndex
CREATE INDEX "_ThemeToVideo_B_index" ON "_ThemeToVideo"("B");

-- AddForeignKey
ALTER TABLE "themes" ADD CONSTRAINT "themes_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "themes" ADD CONSTRAINT "themes_parent_id_channel_id_fkey" FOREIGN KEY ("parent_id", "channel_id") REFERENCES "themes"("id", "channel_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ChannelOwners" ADD CONSTRAINT "_ChannelOwners_A_fkey" FOREIGN KEY ("A") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ChannelOwners" ADD CONSTRAINT "_ChannelOwners_B_fkey" FOREIGN KEY ("B") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ChannelUsers" ADD CONSTRAINT "_ChannelUsers_A_fkey" FOREIGN KEY ("A") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ChannelUsers" ADD CONSTRAINT "_ChannelUsers_B_fkey" FOREIGN KEY ("B") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ChannelToVideo" ADD CONSTRAINT "_ChannelToVideo_A_fkey" FOREIGN KEY ("A") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ChannelToVideo" ADD CONSTRAINT "_ChannelToVideo_B_fkey" FOREIGN KEY ("B") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ThemeToVideo" ADD CONSTRAINT "_ThemeToVideo_A_fkey" FOREIGN KEY ("A") REFERENCES "themes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ThemeToVideo" ADD CONSTRAINT "_ThemeToVideo_B_fkey" FOREIGN KEY ("B") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('channels');

-- Lists take their total from it.
SELECT "keep_count"('themes');

ALTER TABLE "channels"
  ADD CONSTRAINT "channels_title_check" CHECK ("title" <> '');

ALTER TABLE "themes"
  ADD CONSTRAINT "themes_title_check" CHECK ("title" <> ''),
  ADD CONSTRAINT "themes_parent_check" CHECK ("parent_id" <> "id");
