/**
 * pdfjs, fit for reading without a screen, and with a way to the signatures of a document.
 *
 * Its own `getSignatures` leaves out what it deems malformed and what a form without `SigFlags` holds: a
 * forged signature would be no signature. Its parser knows more, but exports nothing of it; so the classes that
 * it takes to look at objects are exported here, while the module is being loaded. A second PDF
 * library would see another file than readers do (measured: @cantoo/pdf-lib 2.11.1 reads every object,
 * whatever the cross-references say, and takes 4 s for 200,000 of them).
 */
import { registerHooks } from 'node:module';
import { embeddedProofsOf } from './embedded-proofs.ts';
import type { PdfjsInternals } from './pdfjs-internals.ts';
import { signatureValuesOf } from './signature-values.ts';

// The display half of pdfjs wants these at its import and else takes them from a native canvas, which this
// process may not load; it would warn of that each time. Nothing is ever drawn here.
Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} });
console.warn = () => {};
export const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');

const exported: (keyof PdfjsInternals)[] = [
  'PDFDocument',
  'Dict',
  'Ref',
  'Name',
  'Stream',
  'BaseStream',
  'Lexer',
  'XRef',
  'stringToPDFString',
];
// In Node the parsing half runs in this same thread, which belongs to one file at a time anyway. pdfjs looks
// for it under this name and would load it with the first file otherwise.
export const parser = await importParser();
Object.assign(globalThis, { pdfjsWorker: parser });
type ParsedDocument = InstanceType<PdfjsInternals['PDFDocument']>;
Object.defineProperties(parser.PDFDocument.prototype, {
  // What `getSignatures` of a document answers.
  signatures: {
    async get(this: ParsedDocument) {
      return signatureValuesOf(this, parser);
    },
  },
  // The same of `getSignatureData`, whatever it is asked for.
  getSignatureData: {
    async value(this: ParsedDocument) {
      return embeddedProofsOf(this, parser);
    },
  },
});

async function importParser(): Promise<PdfjsInternals> {
  const parserUrl = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== parserUrl) return loaded;
      const source = `${Buffer.from(loaded.source as Uint8Array)}\nexport { ${exported.join(', ')} };\n`;
      return { ...loaded, source };
    },
  });
  try {
    return await import(parserUrl);
  } finally {
    hooks.deregister();
  }
}
