/** A trusted list cannot be used; the message follows its name, `the list of FR`. */
export class ListError extends Error {}
