import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';

/** Writes a body to a new file, as it comes, and has it on the disk (fsync) when it resolves with the name. */
export async function receiveFile(request: IncomingMessage, folder: string): Promise<string> {
  const file = path.join(folder, `bare-${randomUUID()}`);
  const written = request.pipe(createWriteStream(file, { flush: true }));
  await once(written, 'close');
  return file;
}
