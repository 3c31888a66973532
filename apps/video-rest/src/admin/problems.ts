/** What was wrong with the fields of a form: a sentence each, by the name of the field. */
export type Problems = Readonly<Record<string, readonly string[]>>;

export const noProblems: Problems = {};
