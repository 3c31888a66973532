-- CreateTable
CREATE TABLE "images" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "folder_id" INTEGER NOT NULL,
    "created_by_id" INTEGER NOT NULL,
    "stored_file" TEXT NOT NULL,

    CONSTRAINT "images_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "images_name_id_idx" ON "images"("name", "id");

-- CreateIndex
CREATE INDEX "images_folder_id_name_id_idx" ON "images"("folder_id", "name", "id");

-- CreateIndex
CREATE INDEX "images_created_by_id_name_id_idx" ON "images"("created_by_id", "name", "id");

-- CreateIndex
CREATE INDEX "images_name_search_idx" ON "images" USING GIN ("name" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "images" ADD CONSTRAINT "images_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "folders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "images" ADD CONSTRAINT "images_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('images');
