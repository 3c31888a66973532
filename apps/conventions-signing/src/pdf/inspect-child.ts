/**
 * The program of a child process: takes one PDF after the other, answers with one verdict each.
 *
 * It may be killed at any moment. It keeps nothing between two files and can reach nothing else: no
 * environment, no file but the parsers' own (see `inspection-process.ts`).
 */
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { InspectionRequest } from './inspection-messages.ts';
import { readPdf } from './read-pdf.ts';

new Worker(new URL('./leave-with-parent.ts', import.meta.url)).unref();
process.on('disconnect', () => process.exit());
// A stop of all processes at once is no answer to a file that is just being read: the parent ends this one.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('message', async (message) => {
  const { bytes, registered } = message as InspectionRequest;
  // pdfjs refuses a Buffer, which is what a Buffer arrives as.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  process.send?.(await readPdf({ bytes: plain, registered }));
});
process.send?.('ready');
