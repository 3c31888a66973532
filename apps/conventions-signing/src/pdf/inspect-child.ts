/**
 * The program of a child process: takes one PDF after the other, answers with one verdict each.
 * Of a file whose signatures are judged it says first what holds should it be killed over that.
 *
 * It may be killed at any moment. It keeps nothing of a file when the next one comes, only the anchors that it was
 * told, and can reach nothing else: no environment, no file but the parsers' own (see `inspection-process.ts`).
 */
import { createHash } from 'node:crypto';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { judgementWithoutProofs, judgeSignatures } from '../trust/judge-signatures.ts';
import type { Judgement } from '../trust/judgement.ts';
import { Anchors, type EmbeddedProofs } from '../trust/material.ts';
import { compareDocuments } from './compare-documents.ts';
import { examineSignatures } from './examine-signatures.ts';
import type { InspectionRequest, RegisteredDocument, SentRequest, Verdict } from './inspection-messages.ts';
import { isUnchanged } from './is-unchanged.ts';
import { getDocument, VerbosityLevel } from './pdf-parser.ts';
import type { Comparison } from './signature-findings.ts';
import type { SignatureValue } from './signature-values.ts';
import { isBlank } from './white-space.ts';

let anchors: Anchors | undefined;

new Worker(new URL('./leave-with-parent.ts', import.meta.url)).unref();
process.on('disconnect', () => process.exit());
// A stop of all processes at once is no answer to a file that is just being read: the parent ends this one.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('message', async (message) => {
  const { bytes, registered, trust } = message as SentRequest;
  if (trust?.anchors !== undefined) anchors = new Anchors({ version: trust.version, anchors: trust.anchors });
  // pdfjs refuses a Buffer, which is what a Buffer arrives as.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tell = (verdict: Verdict) => process.send?.(verdict);
  const by = trust !== undefined && anchors !== undefined ? { anchors, now: trust.now, tell } : undefined;
  tell(await readPdf({ bytes: plain, registered }, by));
});
process.send?.('ready');

/**
 * Opens the document, counts its pages, examines its signatures, compares it with the registered one, lets go of it.
 * Nothing here bounds time or memory.
 *
 * No page is rendered, so no font, image or script of it runs (pdfjs 6 has no `eval` left to switch off).
 *
 * @param request.bytes  taken over: pdfjs may detach the buffer
 * @param trust          by whom its signatures are judged; absent: they are not
 * @param trust.tell     hears what holds should judging them take what is left of time and memory
 */
async function readPdf(
  { bytes, registered }: Pick<InspectionRequest, 'bytes' | 'registered'>,
  trust?: { anchors: Anchors; now: Date; tell: (verdict: Verdict) => void },
): Promise<Verdict> {
  const beside = registered === undefined ? 'another' : besideRegistered(bytes, registered);
  const opening = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
  });
  try {
    const document = await opening.promise;
    // An owner password alone (empty user password) opens, and shows only as a list of permissions.
    if ((await document.getPermissions()) !== null) return encrypted;
    const pages = document.numPages;
    if (pages < 1) return refused('The PDF has no page.');
    // The count is the file's own claim until a page is found.
    await document.getPage(1);
    // The parser answers in words of ours, see `pdf-parser.ts`.
    const values = (await document.getSignatures()) as unknown as SignatureValue[];
    const isRead = values.length > 0 || beside === 'updated';
    const file = isRead ? await document.getData() : new Uint8Array();
    const { findings, inQuestion, validUpTo } = examineSignatures(values, file);
    const comparison = {
      another: () => notComparable,
      same: () => unchanged,
      updated: () => compareDocuments(file, { size: registered?.size ?? 0, validUpTo }),
    }[beside]();
    const origin = { beginsWithRegisteredDocument: beside !== 'another', comparison };
    const signatures = { ...findings, ...origin, registeredDocumentUnchanged: isUnchanged(origin) };
    if (trust === undefined) return { facts: { pages, signatures, judgement: null } };
    const asked = { ...inQuestion, now: trust.now };
    const alone = judgementWithoutProofs(asked);
    trust.tell({ facts: { pages, signatures, judgement: alone } });
    const judging = document.getSignatureData('') as unknown as Promise<EmbeddedProofs>;
    const judgement = await judging
      .then((store): Judgement => judgeSignatures({ ...asked, store, anchors: trust.anchors }))
      // Nothing that a document brings along for it is a reason to refuse that.
      .catch(() => alone);
    return { facts: { pages, signatures, judgement } };
  } catch (error) {
    return verdictOn(error);
  } finally {
    await opening.destroy();
  }
}

/** Another one, the registered one itself (perhaps with white space behind it), or that with more behind it. */
function besideRegistered(
  bytes: Uint8Array,
  { size, sha256 }: RegisteredDocument,
): 'another' | 'same' | 'updated' {
  if (bytes.byteLength < size) return 'another';
  if (createHash('sha256').update(bytes.subarray(0, size)).digest('hex') !== sha256) return 'another';
  return isBlank(bytes.subarray(size)) ? 'same' : 'updated';
}

const unchanged: Comparison = { result: 'unchanged', pages: [] };
const notComparable: Comparison = { result: 'not-comparable', pages: [] };

const encrypted: Verdict = {
  refused: 'encrypted',
  message: 'The PDF is encrypted or restricted by a password; send it without.',
};

function refused(message: string): Verdict {
  return { refused: 'not_a_pdf', message };
}

/** Whatever pdfjs throws is about the file: it gets nothing else to work with. */
function verdictOn(error: unknown): Verdict {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (name === 'PasswordException') return encrypted;
  // pdfjs wraps what it did not expect and keeps the text: the engine's own limits are known by their words.
  if (
    /Maximum call stack|allocation failed|Invalid (typed )?array (buffer )?length|too large/i.test(message)
  ) {
    return { refused: 'too_complex', message: 'The PDF is too complex to check.' };
  }
  return refused('The PDF cannot be read; open it in a PDF reader and save or export it again.');
}
