/**
 * The door of this room: bytes of an untrusted PDF in, facts out. Knows no HTTP and no database.
 *
 *     const inspector = createPdfInspector();
 *     const { pages, signatures } = await inspector.inspect(bytes, { registered: { size, sha256 } });
 */
import { randomUUID } from 'node:crypto';
import { codedError } from '@campus/config';
import { createTurns, type TurnLimits } from '@campus/service';
import type { Judgement } from '../trust/judgement.ts';
import type { InspectionRequest, RegisteredDocument, TrustRequest, Verdict } from './inspection-messages.ts';
import { type InspectionProcess, startInspectionProcess } from './inspection-process.ts';
import type { SignatureFindings } from './signature-findings.ts';

export {
  type CertificateFinding,
  type Comparison,
  comparison,
  type SignatureFinding,
  type SignatureFindings,
  signatureFinding,
  signatureFindings,
  signatureRules,
  storedFindings,
} from './signature-findings.ts';
export type { RegisteredDocument, TrustRequest };
export { PdfError };

/** What is known of a readable, unencrypted PDF. */
export interface PdfFacts {
  /** At least one. */
  pages: number;
  signatures: SignatureFindings;
  /** What is to be believed of them; null when nobody was asked. */
  judgement: Judgement | null;
}

export interface PdfInspector {
  /**
   * Opens the PDF in a child process, counts its pages, examines its signatures and compares what it shows.
   *
   * @param options.registered  the document that it should begin with, and that it is compared with; without it,
   *   no document is found unchanged, and none is comparable
   * @param options.trust       by whom its signatures are judged, and as of when; absent: they are not
   * @param options.caller      who takes turns with others at it; absent: one who has nothing else read
   * @throws PdfError  `not_a_pdf`, `encrypted`, `too_complex`
   * @throws BudgetSpentError  at once, when too many wait; anything else thrown is a fault of this machine
   */
  inspect(
    bytes: Uint8Array,
    options?: {
      registered?: RegisteredDocument | undefined;
      trust?: TrustRequest | undefined;
      caller?: string;
    },
  ): Promise<PdfFacts>;
  /** Ends the child processes; what is still being inspected or waits is rejected. */
  stop(): Promise<void>;
}

/**
 * Who waits for an inspection, and how many. One caller has one file read at a time: what takes long holds up nobody
 * else while there are two processes, and at most by one file of each other caller when all are busy.
 */
export const inspectionTurns: Omit<TurnLimits, 'atATime'> = {
  atATimePerCaller: 1,
  waiting: 128,
  waitingPerCaller: 32,
};

/** What reading PDFs may take. */
export const inspectionLimits = {
  /** Files read at once; the others wait. */
  processes: 2,
  /** For one file, waiting not counted: for what hangs, since a busy machine is no fault of a file. */
  timeoutMs: 30_000,
  /** Of processor time for one file, and `cpuMsPerMebibyte` more. */
  maxCpuMs: 3_000,
  /** For one file with the process that reads it. */
  maxResidentBytes: 512 * 2 ** 20,
};

/**
 * Makes an inspector; child processes start with the first files and are kept for the next.
 *
 * Measured (2 cores, Node 24.21): 0.7 to 1 ms for a PDF up to 200 KB in a warm process, 19 ms for 5 MB, 360 ms
 * for 50 MB; 3 to 4 ms more for each signature; 0.3 s more when a process must start. So two are plenty, and hold
 * 100 to 130 MiB each when idle.
 */
export function createPdfInspector(limits: Partial<typeof inspectionLimits> = {}): PdfInspector {
  const { processes, ...perFile } = { ...inspectionLimits, ...limits };
  const turns = createTurns({ atATime: processes, ...inspectionTurns });
  const idle: InspectionProcess[] = [];
  const running = new Set<InspectionProcess>();
  let stopped = false;

  /** One that is still alive; those that somebody else has ended are let go. */
  function takeIdle(): InspectionProcess | undefined {
    for (let reader = idle.pop(); reader !== undefined; reader = idle.pop()) {
      if (reader.isReusable()) return reader;
      running.delete(reader);
    }
    return undefined;
  }

  /** In place of one that had to be ended: a hostile file shall not cost the next one a start of 0.3 s. */
  function keepOneReady(): void {
    const reader = startInspectionProcess(perFile);
    running.add(reader);
    idle.push(reader);
  }

  async function verdictOn(request: InspectionRequest): Promise<Verdict | undefined> {
    if (stopped) throw new Error(stoppedMessage);
    const reader = takeIdle() ?? startInspectionProcess(perFile);
    running.add(reader);
    try {
      return await reader.inspect(request);
    } catch (error) {
      throw stopped ? new Error(stoppedMessage, { cause: error }) : error;
    } finally {
      if (reader.isReusable() && !stopped) {
        idle.push(reader);
      } else {
        await reader.stop();
        running.delete(reader);
        if (!stopped) keepOneReady();
      }
    }
  }

  return {
    async inspect(bytes, { registered, trust, caller = randomUUID() } = {}) {
      checkEnvelope(bytes);
      const request = { bytes, registered, trust };
      const verdict = await turns.run(caller, async () => {
        // The system may have ended the process for a reason of its own: another one tells whether the file did.
        return (await verdictOn(request)) ?? (await verdictOn(request)) ?? unsurvived;
      });
      if ('facts' in verdict) return verdict.facts;
      throw new PdfError(verdict.refused, verdict.message);
    },
    async stop() {
      stopped = true;
      await Promise.all([...running].map((reader) => reader.stop()));
    },
  };
}

const stoppedMessage = 'The PDF inspector has been stopped';

const unsurvived: Verdict = {
  refused: 'too_complex',
  message: 'The PDF is too complex to check: the program that reads it did not survive it.',
};

// ISO 32000-1 annex H.3, notes 13 and 18: readers take a header within the first 1,024 bytes
// and want `%%EOF` within the last 1,024.
const toleratedBytes = 1024;

/**
 * Wants bytes that begin and end as a PDF does, whatever lies between. Looks at 1 KiB at each end only, so that no size or
 * content makes it slow.
 *
 * Readers repair a file that was cut off: pdfjs then looks for objects from the start and opens what it finds.
 * A signed document must be whole, so the end is checked here. What a mail gateway or a web server adds
 * around a whole file is tolerated to the extent that readers tolerate it.
 *
 * @throws PdfError  `not_a_pdf`: empty, without header, or cut off
 */
function checkEnvelope(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw new PdfError('not_a_pdf', 'The file is empty; send a PDF.');
  const header = '%PDF-';
  const start = latin1(bytes.subarray(0, toleratedBytes + header.length));
  if (!start.includes(header)) {
    throw new PdfError('not_a_pdf', `This is not a PDF: "${header}" is missing at its beginning.`);
  }
  const flaw = flawOfEnding(bytes);
  if (flaw !== undefined) {
    throw new PdfError('not_a_pdf', `The PDF is not complete: ${flaw}. Send the whole file.`);
  }
}

/** ISO 32000-1 §7.5.5: `startxref`, the offset of the last cross-reference section, `%%EOF`. */
function flawOfEnding(bytes: Uint8Array): string | undefined {
  const end = latin1(bytes.subarray(-toleratedBytes));
  const markerAt = end.lastIndexOf('%%EOF');
  if (markerAt === -1) return 'it does not end with "%%EOF"';

  // An update that follows a complete revision (§7.5.6) begins with an object or with its cross-reference
  // table: here it was cut before its own end, perhaps in the middle of the first object's number.
  const after = end.slice(markerAt + '%%EOF'.length);
  if (/^\s*(\d|xref)|\d\s+\d+\s+obj/.test(after))
    return 'something begins after its last "%%EOF" and does not end';

  const trailerAt = Math.max(0, bytes.byteLength - toleratedBytes) + markerAt;
  const trailer = latin1(bytes.subarray(Math.max(0, trailerAt - toleratedBytes), trailerAt));
  const offset = /startxref\s+(\d{1,15})(?!.*startxref)/s.exec(trailer)?.[1];
  if (offset === undefined) return 'the "startxref" with its number is missing before the last "%%EOF"';
  // 0 ends the first section of a linearized file (annex F.3.4), never the file.
  if (Number(offset) === 0 || Number(offset) >= trailerAt)
    return `"startxref ${offset}" points outside the file`;
  return undefined;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/**
 * `not_a_pdf`: nonsense, empty, truncated, or without a page. `encrypted`: by a user password, or by an owner
 * password alone. `too_complex`: opening it took more time or memory than one document may take.
 */
type PdfErrorCode = 'not_a_pdf' | 'encrypted' | 'too_complex';

/** Says why a file cannot be taken; the message is made to be read by whoever sent it. */
class PdfError extends codedError<PdfErrorCode>() {}
