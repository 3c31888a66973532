/** What stands on a certificate, as plain values: the words and their order are somebody else's. */
export interface Sheet {
  /** BCP 47. */
  language: string;
  title: string;
  subtitle: string;
  blocks: Block[];
  /** At the foot of every page, before its number. */
  foot: string;
  /** What is said of page 2 of 7, with `{page}` and `{pages}` in their places. */
  pageOf: string;
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  /** Two columns: what something is, and lines about it. */
  | { kind: 'rows'; rows: Row[] };

export interface Row {
  label: string;
  lines: Line[];
}

export interface Line {
  text: string;
  /** `code`: to be compared character by character; absent: as the rest. */
  as?: 'strong' | 'quiet' | 'code';
}
