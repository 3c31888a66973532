/**
 * What of the records an account or a token sees: everything, or what belongs to one of some departments or goes by one
 * of some workflows. What is out of it is for them as if it were not there.
 */
export type Scope = 'everything' | NamedScope;

export interface NamedScope {
  departments: readonly string[];
  workflows: readonly string[];
}

/** What scopes go by of a record. */
export interface Placed {
  department: string | null;
  workflowId: string;
}

/** Whether somebody with this scope sees the record. `scopeConditions` says the same in SQL. */
export function isInScope(scope: Scope, { department, workflowId }: Placed): boolean {
  if (scope === 'everything') return true;
  return (
    (department !== null && scope.departments.includes(department)) || scope.workflows.includes(workflowId)
  );
}

/** A department as it is kept and compared: what looks the same is the same (Unicode NFC, one blank); capitals count. */
export function departmentName(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The scope of names as somebody gave them, each once and without blanks around it; everything where there is none. */
export function namedScope({ departments, workflows }: NamedScope): Scope {
  const names = (given: readonly string[]) => [...new Set(given.filter(Boolean))];
  const scope = {
    departments: names(departments.map(departmentName)),
    workflows: names(workflows.map((id) => id.trim())),
  };
  return scope.departments.length + scope.workflows.length === 0 ? 'everything' : scope;
}
