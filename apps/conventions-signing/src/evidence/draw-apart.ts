import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sheet } from './sheet.ts';

/** Measured: 2,000 entries take less than 100 MB. */
const maxHeapMegabytes = 256;

/** Draws a sheet as PDF in a thread of its own: it takes 0.1 to 1 s of the processor. */
export async function drawApart(sheet: Sheet, { madeAt }: { madeAt: Date }): Promise<Buffer> {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    workerData: { sheet, madeAt },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  // Rejects when the thread fails.
  const [pdf] = (await once(worker, 'message')) as [Uint8Array];
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}
