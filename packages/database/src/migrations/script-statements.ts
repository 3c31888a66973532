/** The first line of a migration that PostgreSQL must not run inside a transaction: `create index concurrently`. */
const outsideTransaction = '-- outside a transaction';

/** Whether a migration says so. */
export function runsOutsideTransaction(script: string): boolean {
  return script.split(/\r?\n/, 1)[0]?.trimEnd() === outsideTransaction;
}

/** The body of a function, where nothing ends; or the end of a statement. */
const bodyOrEnd = /\$(\w*)\$[\s\S]*?\$\1\$|;[ \t]*$/gm;

/**
 * What is sent to PostgreSQL at once: the whole script, which makes it one transaction; or each of its statements,
 * where the script asks for that. There a statement ends with a semicolon at the end of a line.
 */
export function scriptStatements(script: string): string[] {
  if (!runsOutsideTransaction(script)) return [script];
  const ends = [...script.matchAll(bodyOrEnd)]
    .filter(([text]) => text.startsWith(';'))
    .map(({ index }) => index);
  const statements = [...ends, script.length].map((end, n) => script.slice((ends[n - 1] ?? -1) + 1, end));
  return statements.filter((statement) => statement.replace(/^\s*--.*$/gm, '').trim() !== '');
}
