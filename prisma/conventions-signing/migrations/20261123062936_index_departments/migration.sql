-- outside a transaction
-- What a scope holds is found by these, and the list of a department.
DROP INDEX CONCURRENTLY IF EXISTS "signables_department_idx";
CREATE INDEX CONCURRENTLY "signables_department_idx" ON "signables"("department");

DROP INDEX CONCURRENTLY IF EXISTS "signables_workflow_id_idx";
CREATE INDEX CONCURRENTLY "signables_workflow_id_idx" ON "signables"("workflow_id");
