-- CreateTable
-- Rows live only inside of one transaction: there is nothing that a crash could lose.
CREATE UNLOGGED TABLE "document_pieces" (
    "upload" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "document_pieces_pkey" PRIMARY KEY ("upload","number")
);

-- PDFs are compressed already.
ALTER TABLE "document_pieces" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
