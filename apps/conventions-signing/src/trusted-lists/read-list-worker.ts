/** Reads one list beside the process: verifying some megabytes of XML takes seconds, in which nothing else would run. */
import { parentPort, workerData } from 'node:worker_threads';
import { ListError } from './list-error.ts';
import { parseList } from './parse-list.ts';
import type { ListRequest, ListVerdict } from './read-list.ts';
import { verifyList } from './verify-list.ts';

parentPort?.postMessage(verdictOn(workerData as ListRequest));

function verdictOn({ bytes, signers }: ListRequest): ListVerdict {
  try {
    return { list: parseList(verifyList(new TextDecoder('utf-8', { fatal: true }).decode(bytes), signers)) };
  } catch (error) {
    if (error instanceof ListError) return { problem: error.message };
    if (error instanceof TypeError || error instanceof RangeError)
      return { problem: 'is not made as lists are' };
    throw error;
  }
}
