-- AlterTable
ALTER TABLE "videos" ADD COLUMN     "is_for_groups" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "password_hash" TEXT;

-- CreateTable
CREATE TABLE "_AdditionalOwners" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_AdditionalOwners_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_AccessGroupToVideo" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_AccessGroupToVideo_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE INDEX "_AdditionalOwners_B_index" ON "_AdditionalOwners"("B");

-- CreateIndex
CREATE INDEX "_AccessGroupToVideo_B_index" ON "_AccessGroupToVideo"("B");

-- AddForeignKey
ALTER TABLE "_AdditionalOwners" ADD CONSTRAINT "_AdditionalOwners_A_fkey" FOREIGN KEY ("A") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AdditionalOwners" ADD CONSTRAINT "_AdditionalOwners_B_fkey" FOREIGN KEY ("B") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AccessGroupToVideo" ADD CONSTRAINT "_AccessGroupToVideo_A_fkey" FOREIGN KEY ("A") REFERENCES "access_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AccessGroupToVideo" ADD CONSTRAINT "_AccessGroupToVideo_B_fkey" FOREIGN KEY ("B") REFERENCES "videos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Kept here, so that a list need not look into the links of each video; whoever writes links has locked the video.
CREATE FUNCTION "note_groups_of_video"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "videos" v SET "is_for_groups" = NOT v."is_for_groups"
   WHERE v."id" = CASE TG_OP WHEN 'DELETE' THEN OLD."B" ELSE NEW."B" END
     AND v."is_for_groups" IS DISTINCT FROM EXISTS (SELECT 1 FROM "_AccessGroupToVideo" l WHERE l."B" = v."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "videos_groups" AFTER INSERT OR DELETE ON "_AccessGroupToVideo" FOR EACH ROW EXECUTE FUNCTION "note_groups_of_video"();

-- Its removal would open the videos to everybody. The cascade above is how Prisma writes every table of links.
CREATE FUNCTION "keep_groups_of_videos"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "_AccessGroupToVideo" WHERE "A" = OLD."id") THEN
    RAISE EXCEPTION 'the access group % closes videos', OLD."id"
      USING ERRCODE = 'restrict_violation', CONSTRAINT = '_AccessGroupToVideo_A_fkey', TABLE = '_AccessGroupToVideo';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "access_groups_of_videos" BEFORE DELETE ON "access_groups" FOR EACH ROW EXECUTE FUNCTION "keep_groups_of_videos"();
