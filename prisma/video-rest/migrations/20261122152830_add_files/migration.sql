-- CreateTable
CREATE TABLE "files" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "folder_id" INTEGER NOT NULL,
    "created_by_id" INTEGER NOT NULL,
    "stored_file" TEXT NOT NULL,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "files_name_id_idx" ON "files"("name", "id");

-- CreateIndex
CREATE INDEX "files_folder_id_name_id_idx" ON "files"("folder_id", "name", "id");

-- CreateIndex
CREATE INDEX "files_created_by_id_name_id_idx" ON "files"("created_by_id", "name", "id");

-- CreateIndex
CREATE INDEX "files_name_search_idx" ON "files" USING GIN ("name" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "folders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('files');
