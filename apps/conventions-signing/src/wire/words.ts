/** The contract's words where ours differ; schemas and `show.ts` translate the rest. */

/** Value of `kind` on the wire. */
export const wireKinds = { agreement: 'convention', amendment: 'avenant' } as const;

/** Start of the file name that a downloaded document gets. */
export const filePrefixes = { agreement: 'Convention', amendment: 'Avenant' } as const;
