-- What the trusted lists of the Union last said. Older versions do not mind: they ask no list.
CREATE TABLE "trusted_lists" (
    "territory" VARCHAR(20) NOT NULL,
    "sequence" INTEGER,
    "issued_at" TIMESTAMPTZ(3),
    "next_update" TIMESTAMPTZ(3),
    "services" JSONB,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT,

    CONSTRAINT "trusted_lists_pkey" PRIMARY KEY ("territory"),
    CONSTRAINT "trusted_lists_read_whole" CHECK (
      num_nonnulls("sequence", "issued_at", "services") IN (0, 3)),
    CONSTRAINT "trusted_lists_read_or_not" CHECK ("services" IS NOT NULL OR "problem" IS NOT NULL)
);
