import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { OperatorError } from '@campus/config';
import { explainFile } from './explain-failure.ts';

/**
 * Writes what a service sends: into a file, which has its name once it is whole, else to standard output.
 *
 * @throws OperatorError  for bytes that a terminal cannot show; what reading or writing throws
 */
export async function saveAnswer(
  body: ReadableStream<Uint8Array> | null,
  { output, isText }: { output: string | undefined; isText: boolean },
): Promise<void> {
  const stream = body === null ? Readable.from([]) : Readable.fromWeb(body);
  if (output === undefined) {
    if (!isText && process.stdout.isTTY)
      throw new OperatorError('This is no text: name a file with --output, or send it on with > or |.');
    return pipeline(stream, process.stdout, { end: false });
  }
  const file = await open(`${output}.part`, 'w').catch((cause) => {
    throw new OperatorError(explainFile(cause, path.dirname(output)) ?? String(cause), { cause });
  });
  await pipeline(stream, file.createWriteStream({ flush: true }));
  await rename(`${output}.part`, output);
}
