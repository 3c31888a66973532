/** The document that was to be signed: how many bytes, and their SHA-256 in lower-case hexadecimal. */
export interface RegisteredDocument {
  size: number;
  sha256: string;
}

/** What the child process is told to read. */
export interface InspectionRequest {
  bytes: Uint8Array;
  /** What the file should begin with. */
  registered: RegisteredDocument | undefined;
}
