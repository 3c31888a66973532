-- A round that is restored to a record taken back to draft has findings of its own, also where it is the last one. Safe
-- beside older versions: they leave a record's own column to the triggers.
CREATE OR REPLACE TRIGGER "signables_set_findings" BEFORE UPDATE OF "round", "state" ON "signables"
  FOR EACH ROW WHEN (
    OLD."findings" IS NOT NULL OR NEW."round" < OLD."round" OR (OLD."state" = 'draft' AND NEW."round" = OLD."round"))
  EXECUTE FUNCTION "set_findings"();
