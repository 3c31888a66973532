/** The words of a document in the order in which they are read; `typeset/` decides how they look. */
export interface DocumentText {
  /** Name of the kind of document, in large type: `Convention de stage`. */
  heading: string;
  subtitle: string;
  /** Repeated at the foot of every page beside the page number. */
  footer: string;
  /** Title in the properties of the file. */
  title: string;
  author: string;
  /** ISO date; it also dates the file, so that the same text always gives the same bytes. */
  drawnUpOn: string;
  parties: readonly Party[];
  articles: readonly Article[];
  /** Place and day, above the signatures. */
  closing: string;
  signatures: readonly SignatureBox[];
}

export interface Party {
  heading: string;
  facts: readonly Fact[];
}

/** A label and its value, set side by side. */
export type Fact = readonly [label: string, value: string];

export interface Article {
  heading: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; facts: readonly Fact[] };

export interface SignatureBox {
  role: string;
  name: string;
}
