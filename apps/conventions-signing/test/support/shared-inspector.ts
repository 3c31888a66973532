import { keptByWorker } from '@campus/testing';
import { createPdfInspector, type PdfInspector } from '../../src/pdf/inspect.ts';

/**
 * That of all files of a worker, whose processes are warm (measured: those of its own cost a file 0.4 s of a core). A
 * service or a test that stops it leaves it to the others.
 */
export const sharedInspector: PdfInspector = {
  ...keptByWorker('the reader of PDFs', () => createPdfInspector()),
  stop: async () => {},
};
