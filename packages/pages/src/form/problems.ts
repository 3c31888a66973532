/** What was wrong with the fields of a form: a sentence each, by the name of the field. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/** Whether anything was. */
export function hasProblems(problems: Problems): boolean {
  return Object.keys(problems).length > 0;
}
