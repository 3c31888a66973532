/** The thread of `draw-apart.ts`: one sheet in, its PDF out. */
import { parentPort, workerData } from 'node:worker_threads';
import { drawSheet } from './draw-sheet.ts';

const pdf = await drawSheet(workerData.sheet, { madeAt: workerData.madeAt });
parentPort?.postMessage(pdf);
