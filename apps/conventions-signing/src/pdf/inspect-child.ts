/**
 * The program of a child process: takes the bytes of one PDF after the other, answers with one verdict each.
 *
 * It may be killed at any moment. It keeps nothing between two files and can reach nothing else: no
 * environment, no file but the parser's own (see `inspection-process.ts`).
 */
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { readPdf } from './read-pdf.ts';

new Worker(new URL('./leave-with-parent.ts', import.meta.url)).unref();
process.on('disconnect', () => process.exit());
process.on('message', async (bytes) => {
  if (!(bytes instanceof Uint8Array)) return;
  // pdfjs refuses a Buffer, which is what a Buffer arrives as.
  process.send?.(await readPdf(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
});
process.send?.('ready');
