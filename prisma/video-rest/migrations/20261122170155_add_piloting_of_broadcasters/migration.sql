-- AlterTable
ALTER TABLE "broadcasters" ADD COLUMN     "piloting_conf" TEXT,
ADD COLUMN     "piloting_implementation" VARCHAR(100) DEFAULT '';

-- CreateTable
CREATE TABLE "_BroadcasterToGroup" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_BroadcasterToGroup_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE INDEX "_BroadcasterToGroup_B_index" ON "_BroadcasterToGroup"("B");

-- AddForeignKey
ALTER TABLE "_BroadcasterToGroup" ADD CONSTRAINT "_BroadcasterToGroup_A_fkey" FOREIGN KEY ("A") REFERENCES "broadcasters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_BroadcasterToGroup" ADD CONSTRAINT "_BroadcasterToGroup_B_fkey" FOREIGN KEY ("B") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;
