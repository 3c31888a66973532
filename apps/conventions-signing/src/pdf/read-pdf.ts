/**
 * Opens a PDF with pdfjs and tells what it found. Runs only in the child process of `inspection-process.ts`:
 * nothing here bounds time or memory.
 */
import { createHash } from 'node:crypto';
import { judgementWithoutProofs, judgeSignatures } from '../trust/judge-signatures.ts';
import type { Judgement } from '../trust/judgement.ts';
import type { Anchors, EmbeddedProofs } from '../trust/material.ts';
import { compareDocuments } from './compare-documents.ts';
import { examineSignatures } from './examine-signatures.ts';
import type { InspectionRequest, RegisteredDocument, Verdict } from './inspection-messages.ts';
import { isUnchanged } from './is-unchanged.ts';
import { getDocument, VerbosityLevel } from './pdf-parser.ts';
import type { Comparison } from './signature-findings.ts';
import type { SignatureValue } from './signature-values.ts';
import { isBlank } from './white-space.ts';

/**
 * Opens the document, counts its pages, examines its signatures, compares it with the registered one, lets go of it.
 *
 * No page is rendered, so no font, image or script of it runs (pdfjs 6 has no `eval` left to switch off).
 *
 * @param request.bytes  taken over: pdfjs may detach the buffer
 * @param trust          by whom its signatures are judged; absent: they are not
 * @param trust.tell     hears what holds should judging them take what is left of time and memory
 */
export async function readPdf(
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
