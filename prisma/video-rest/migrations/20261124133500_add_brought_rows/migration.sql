-- CreateTable
CREATE TABLE "brought_rows" (
    "source" TEXT NOT NULL,
    "table_name" VARCHAR(40) NOT NULL,
    "row_id" INTEGER NOT NULL,
    "is_made" BOOLEAN NOT NULL,
    "members" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "brought_rows_pkey" PRIMARY KEY ("source")
);
