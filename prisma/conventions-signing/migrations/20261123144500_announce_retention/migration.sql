-- Since when it is announced whom retention will concern. Older versions do not mind: they erase by their parameters alone.
CREATE TABLE "retention_rules" (
    "state" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "announced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retention_rules_pkey" PRIMARY KEY ("state")
);
