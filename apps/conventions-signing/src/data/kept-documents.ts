/**
 * The PDFs that were read lately, in the memory of the process: a signing application asks for a document several
 * times, and what was registered never changes. Reading 200 KB from PostgreSQL takes longer than all the rest of an
 * answer (docs/decisions/0014-pdfs-kept-in-memory.md).
 *
 * They are found by what they hash to, so none is ever out of date, whoever registers what in whichever process. Whether
 * a record has a document, and which, is asked of the database each time: what was erased is not sent any more from that
 * instant on, and has left the memory when its time is over.
 */
export interface KeptDocuments {
  /** @param sha256  lower-case hexadecimal */
  find(sha256: string): Buffer | undefined;
  /** What it has no room for is not kept; those that were read first make room. */
  keep(sha256: string, bytes: Buffer): void;
  /** Lets go of all of them. */
  close(): void;
}

/** So much of a process's memory at most; a service at rest holds none. */
export const maxKeptBytes = 32 * 2 ** 20;

/** Since it was read, however often it was sent: personal data does not stay longer. */
export const keptDocumentMs = 5 * 60 * 1000;

/** For the entry itself, and the allocation that a small buffer shares with others. */
const bytesBeside = 16 * 2 ** 10;

export function createKeptDocuments({
  maxBytes = maxKeptBytes,
  keptMs = keptDocumentMs,
} = {}): KeptDocuments {
  /** By SHA-256; what was read first stands first. */
  const kept = new Map<string, { bytes: Buffer; timer: NodeJS.Timeout }>();
  let keptBytes = 0;
  const forget = (sha256: string) => {
    const entry = kept.get(sha256);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    kept.delete(sha256);
    keptBytes -= entry.bytes.length + bytesBeside;
  };
  return {
    find: (sha256) => kept.get(sha256)?.bytes,
    keep(sha256, bytes) {
      if (kept.has(sha256) || bytes.length + bytesBeside > maxBytes) return;
      kept.set(sha256, { bytes, timer: setTimeout(forget, keptMs, sha256).unref() });
      keptBytes += bytes.length + bytesBeside;
      for (const first of kept.keys()) {
        if (keptBytes <= maxBytes) break;
        forget(first);
      }
    },
    close() {
      for (const sha256 of [...kept.keys()]) forget(sha256);
    },
  };
}
