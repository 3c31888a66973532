-- Templates of agreements, which staff keeps. Safe beside older versions: they know neither table.
CREATE TABLE "templates" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "watchers" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "templates_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "templates_name_check" CHECK (btrim("name") <> ''),
    CONSTRAINT "templates_version_check" CHECK ("version" >= 1)
);

CREATE UNIQUE INDEX "templates_name_key" ON "templates"(lower("name"));

CREATE TABLE "template_signatories" (
    "template_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "name" TEXT,
    "given_name" TEXT,
    "mail" TEXT,
    "phone" TEXT,

    CONSTRAINT "template_signatories_pkey" PRIMARY KEY ("template_id","position"),
    CONSTRAINT "template_signatories_position_check" CHECK ("position" >= 0),
    CONSTRAINT "template_signatories_role_check" CHECK (btrim("role") <> ''),
    CONSTRAINT "template_signatories_order_check" CHECK ("order" >= 1),
    -- Somebody with names and a mail address, or nobody yet.
    CONSTRAINT "template_signatories_person_check" CHECK (
      num_nonnulls("name", "given_name", "mail") IN (0, 3) AND ("phone" IS NULL OR "mail" IS NOT NULL)
    ),
    CONSTRAINT "template_signatories_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "templates"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- As of registered signatories; those who are not known yet are not the same.
CREATE UNIQUE INDEX "template_signatories_mail_key" ON "template_signatories"("template_id", "order", lower("mail"));
