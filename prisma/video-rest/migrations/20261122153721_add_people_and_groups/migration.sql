-- CreateTable
CREATE TABLE "groups" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(150) NOT NULL,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owners" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "auth_type" VARCHAR(20) NOT NULL DEFAULT 'local',
    "affiliation" VARCHAR(50) NOT NULL DEFAULT 'student',
    "commentaire" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "owners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_groups" (
    "id" SERIAL NOT NULL,
    "display_name" VARCHAR(128) NOT NULL DEFAULT '',
    "code_name" VARCHAR(250) NOT NULL,

    CONSTRAINT "access_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_GroupToUser" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_GroupToUser_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_OwnerToSite" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_OwnerToSite_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_AccessGroupToOwner" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_AccessGroupToOwner_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_AccessGroupToSite" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_AccessGroupToSite_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "groups_name_key" ON "groups"("name");

-- CreateIndex
CREATE UNIQUE INDEX "owners_user_id_key" ON "owners"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "access_groups_code_name_key" ON "access_groups"("code_name");

-- CreateIndex
CREATE INDEX "access_groups_display_name_id_idx" ON "access_groups"("display_name", "id");

-- CreateIndex
CREATE INDEX "_GroupToUser_B_index" ON "_GroupToUser"("B");

-- CreateIndex
CREATE INDEX "_OwnerToSite_B_index" ON "_OwnerToSite"("B");

-- CreateIndex
CREATE INDEX "_AccessGroupToOwner_B_index" ON "_AccessGroupToOwner"("B");

-- CreateIndex
CREATE INDEX "_AccessGroupToSite_B_index" ON "_AccessGroupToSite"("B");

-- AddForeignKey
ALTER TABLE "owners" ADD CONSTRAINT "owners_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_GroupToUser" ADD CONSTRAINT "_GroupToUser_A_fkey" FOREIGN KEY ("A") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_GroupToUser" ADD CONSTRAINT "_GroupToUser_B_fkey" FOREIGN KEY ("B") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_OwnerToSite" ADD CONSTRAINT "_OwnerToSite_A_fkey" FOREIGN KEY ("A") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_OwnerToSite" ADD CONSTRAINT "_OwnerToSite_B_fkey" FOREIGN KEY ("B") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AccessGroupToOwner" ADD CONSTRAINT "_AccessGroupToOwner_A_fkey" FOREIGN KEY ("A") REFERENCES "access_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AccessGroupToOwner" ADD CONSTRAINT "_AccessGroupToOwner_B_fkey" FOREIGN KEY ("B") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AccessGroupToSite" ADD CONSTRAINT "_AccessGroupToSite_A_fkey" FOREIGN KEY ("A") REFERENCES "access_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AccessGroupToSite" ADD CONSTRAINT "_AccessGroupToSite_B_fkey" FOREIGN KEY ("B") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists take their total from it.
SELECT "keep_count"('groups');

ALTER TABLE "owners" ADD CONSTRAINT "owners_auth_type_check" CHECK ("auth_type" IN ('local', 'CAS', 'OIDC', 'Shibboleth'));
ALTER TABLE "owners" ADD CONSTRAINT "owners_affiliation_check" CHECK ("affiliation" IN ('student', 'faculty', 'staff', 'employee', 'member', 'affiliate', 'alum', 'library-walk-in', 'researcher', 'retired', 'emeritus', 'teacher', 'registered-reader'));

-- Every user has an owner, whoever makes the user, older versions included.
CREATE FUNCTION "add_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "owners" ("user_id", "auth_type")
  VALUES (NEW."id", CASE WHEN NEW."oidc_subject" IS NULL THEN 'local' ELSE 'OIDC' END);
  RETURN NULL;
END $$;
CREATE TRIGGER "users_add_owner" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "add_owner"();

CREATE FUNCTION "note_oidc_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "owners" SET "auth_type" = 'OIDC' WHERE "user_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "users_note_oidc_owner" AFTER UPDATE OF "oidc_subject" ON "users" FOR EACH ROW
  WHEN (OLD."oidc_subject" IS NULL AND NEW."oidc_subject" IS NOT NULL) EXECUTE FUNCTION "note_oidc_owner"();

-- After the trigger, which keeps writers out until the transaction ends.
INSERT INTO "owners" ("user_id", "auth_type")
SELECT "id", CASE WHEN "oidc_subject" IS NULL THEN 'local' ELSE 'OIDC' END FROM "users" ORDER BY "id";

-- Lists take their total from it.
SELECT "keep_count"('owners');

-- Lists take their total from it.
SELECT "keep_count"('access_groups');
