-- AlterTable
ALTER TABLE "encodings" ADD COLUMN     "is_in_one" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "plan" JSONB;

-- CreateTable
CREATE TABLE "encoding_tasks" (
    "id" SERIAL NOT NULL,
    "encoding_id" INTEGER NOT NULL,
    "nth" INTEGER NOT NULL,
    "kind" VARCHAR(10) NOT NULL,
    "piece" JSONB,
    "weight" INTEGER NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT 'queued',
    "percent" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3),
    "failure" JSONB,
    "error" TEXT,
    "result" JSONB,

    CONSTRAINT "encoding_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "encoding_tasks_state_idx" ON "encoding_tasks"("state");

-- CreateIndex
CREATE UNIQUE INDEX "encoding_tasks_encoding_id_nth_key" ON "encoding_tasks"("encoding_id", "nth");

-- AddForeignKey
ALTER TABLE "encoding_tasks" ADD CONSTRAINT "encoding_tasks_encoding_id_fkey" FOREIGN KEY ("encoding_id") REFERENCES "encodings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A run that is on air may give more, as the renditions of a long source come one after another.
CREATE FUNCTION "list_more_encoded_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "list_encoded_files"(array_agg("id")) FROM "videos" WHERE "encoding_id" = NEW."id" HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "encodings_more_files" AFTER UPDATE OF "outputs" ON "encodings" FOR EACH ROW
  WHEN (OLD."outputs" IS DISTINCT FROM NEW."outputs") EXECUTE FUNCTION "list_more_encoded_files"();

-- What is done has outputs, and so has what is on air before it is done.
-- Safe beside older versions: it refuses nothing that the former one took.
ALTER TABLE "encodings" DROP CONSTRAINT "encodings_outputs_check",
  ADD CONSTRAINT "encodings_outputs_check" CHECK ("state" <> 'done' OR "outputs" IS NOT NULL) NOT VALID;

ALTER TABLE "encoding_tasks"
  ADD CONSTRAINT "encoding_tasks_kind_check" CHECK ("kind" IN ('sound', 'lowest', 'piece', 'first', 'last')),
  ADD CONSTRAINT "encoding_tasks_state_check" CHECK ("state" IN ('queued', 'running', 'done')),
  ADD CONSTRAINT "encoding_tasks_percent_check" CHECK ("percent" BETWEEN 0 AND 100),
  ADD CONSTRAINT "encoding_tasks_weight_check" CHECK ("weight" > 0),
  ADD CONSTRAINT "encoding_tasks_result_check" CHECK (("state" = 'done') = ("result" IS NOT NULL));
