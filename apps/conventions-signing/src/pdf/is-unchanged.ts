// Without the shapes of `signature-findings.ts`: the child process that reads PDFs may load none of what those take.
const harmless = new Set(['unchanged', 'signatures-added']);

/** What `registeredDocumentUnchanged` says: never true of a change that was found, or where nobody could tell. */
export function isUnchanged(origin: {
  beginsWithRegisteredDocument: boolean;
  /** Null: it was not asked for. */
  comparison: { result: string } | null;
}): boolean {
  const { beginsWithRegisteredDocument, comparison } = origin;
  return beginsWithRegisteredDocument && (comparison === null || harmless.has(comparison.result));
}
