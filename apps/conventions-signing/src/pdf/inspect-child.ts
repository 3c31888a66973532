/**
 * The program of a child process: takes one PDF after the other, answers with one verdict each.
 * Of a file whose signatures are judged it says first what holds should it be killed over that.
 *
 * It may be killed at any moment. It keeps nothing of a file when the next one comes, only the anchors that it was
 * told, and can reach nothing else: no environment, no file but the parsers' own (see `inspection-process.ts`).
 */
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { Anchors } from '../trust/material.ts';
import type { SentRequest, Verdict } from './inspection-messages.ts';
import { readPdf } from './read-pdf.ts';

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
