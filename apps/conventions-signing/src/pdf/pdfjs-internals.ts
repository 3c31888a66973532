/** What is used of pdfjs' parsing half (6.5), which describes and exports none of it. */
export interface PdfjsInternals {
  PDFDocument: new (...args: never[]) => PdfjsDocument;
  Dict: { new (...args: never[]): PdfjsDict; prototype: PdfjsDict };
  Ref: { new (...args: never[]): PdfjsRef; get(num: number, gen: number): PdfjsRef };
  Name: new (...args: never[]) => { name: string };
  Stream: new (bytes: Uint8Array, start: number, length: number, dict?: PdfjsDict | null) => PdfjsSource;
  BaseStream: new (...args: never[]) => PdfjsStream;
  Lexer: { prototype: PdfjsLexer };
  XRef: new (source: PdfjsSource, manager: { password: string }) => PdfjsXRef;
  stringToPDFString(bytes: string): string;
}

export interface PdfjsDocument {
  catalog: { acroForm: PdfjsDict | null } | null;
  xref: PdfjsXRef;
}

export interface PdfjsDict {
  /** Follows a reference. */
  get(key: string): unknown;
  getRaw(key: string): unknown;
  getKeys(): Iterable<string>;
  has(key: string): boolean;
  set(key: string, value: unknown): void;
  clone(): PdfjsDict;
  delete(key: string): void;
}

/** One object for all references to one number and generation. */
export interface PdfjsRef {
  num: number;
  gen: number;
  toString(): string;
}

export interface PdfjsSource {
  bytes: Uint8Array;
  start: number;
  end: number;
  pos: number;
  moveStart(): void;
  /** @param length  without it, up to the end of the buffer */
  makeSubStream(start: number, length?: number, dict?: PdfjsDict | null): PdfjsSource;
}

export interface PdfjsStream {
  dict: PdfjsDict;
  /** Decoded, up to so many from where it stands. */
  getBytes(length: number): Uint8Array;
  /** To its beginning. */
  reset(): void;
  /** As it stands in the file. */
  getOriginalStream(): PdfjsSource;
}

/** What reads words. */
export interface PdfjsLexer {
  /** It has been read up to behind the first letter of the word; decoded ones have a buffer instead of bytes. */
  stream: { pos: number; bytes?: Uint8Array; buffer?: Uint8Array };
  /** Reads on to behind the letter after the word. */
  getNumber(): number;
}

/** The cross-references of a file, with the objects behind them. */
export interface PdfjsXRef {
  root: PdfjsDict;
  encrypt: unknown;
  setStartXRef(offset: number): void;
  /** Throws when the file would have to be repaired. */
  parse(): void;
  /** Without following what is not found; null when a section is missing or was repaired. */
  countUpdatesAfter(offset: number): number | null;
  readXRef(): unknown;
  processXRefTable(parser: unknown): PdfjsDict;
  processXRefStream(stream: unknown): PdfjsDict;
  getEntry(number: number): { offset: number; gen: number; uncompressed: boolean } | null;
  /** Its number is the first that no entry has. */
  getNewTemporaryRef(): PdfjsRef;
  fetchIfRef(value: unknown): unknown;
  fetch(reference: PdfjsRef): unknown;
  /** Of a stream of objects, which is its `offset`, the one at the place `gen`. */
  fetchCompressed(reference: PdfjsRef, entry: { offset: number; gen: number }): unknown;
}
