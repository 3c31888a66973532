/**
 * Opens a PDF with pdfjs and tells what it found. Runs only in the child process of `inspection-process.ts`:
 * nothing here bounds time or memory.
 */
import type { Verdict } from './verdict.ts';

// The display half of pdfjs wants these at its import and else takes them from a native canvas, which this
// process may not load; it would warn of that each time. Nothing is ever drawn here.
Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} });
console.warn = () => {};
const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
// In Node the parsing half runs in this same thread, which belongs to one file at a time anyway. pdfjs looks
// for it under this name and would load it with the first file otherwise.
const parser: unknown = await import(import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs'));
Object.assign(globalThis, { pdfjsWorker: parser });

/**
 * Opens the document, counts its pages, lets go of it.
 *
 * No page is rendered, so no font, image or script of it runs (pdfjs 6 has no `eval` left to switch off).
 *
 * @param bytes  taken over: pdfjs may detach the buffer
 */
export async function readPdf(bytes: Uint8Array): Promise<Verdict> {
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
    return { facts: { pages } };
  } catch (error) {
    return verdictOn(error);
  } finally {
    await opening.destroy();
  }
}

const encrypted: Verdict = {
  refusal: 'encrypted',
  message: 'The PDF is encrypted or restricted by a password; send it without.',
};

function refused(message: string): Verdict {
  return { refusal: 'not_a_pdf', message };
}

/** Whatever pdfjs throws is about the file: it gets nothing else to work with. */
function verdictOn(error: unknown): Verdict {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (name === 'PasswordException') return encrypted;
  // pdfjs wraps what it did not expect and keeps the text: the engine's own limits are known by their words.
  if (
    /Maximum call stack|allocation failed|Invalid (typed )?array (buffer )?length|too large/i.test(message)
  ) {
    return { refusal: 'too_complex', message: 'The PDF is too complex to check.' };
  }
  return refused('The PDF cannot be read; open it in a PDF reader and save or export it again.');
}
