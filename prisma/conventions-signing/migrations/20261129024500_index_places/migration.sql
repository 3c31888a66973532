-- outside a transaction
-- The departments of a circuit, and the circuits of a department, from one to the next; a department by itself too.
DROP INDEX CONCURRENTLY IF EXISTS "signables_department_workflow_id_idx";
CREATE INDEX CONCURRENTLY "signables_department_workflow_id_idx" ON "signables"("department", "workflow_id");

DROP INDEX CONCURRENTLY IF EXISTS "signables_department_idx";
