// Without the shapes of `signature-findings.ts`: the child process that reads PDFs may load none of what those take.
const harmless = new Set(['unchanged', 'signatures-added']);

/** What `registeredDocumentUnchanged` says: never true of a change that was found, or where nobody could tell. */
export function isUnchanged({
  beginsWithRegisteredDocument,
  comparison,
}: {
  beginsWithRegisteredDocument: boolean;
  /** Null: it was not asked for. */
  comparison: { result: string } | null;
}): boolean {
  return beginsWithRegisteredDocument && (comparison === null || harmless.has(comparison.result));
}
