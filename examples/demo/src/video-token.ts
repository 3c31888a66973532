import path from 'node:path';
import { createVideoClient } from '@campus/video-client';
import { demoTimeoutMs } from './demo-timeout.ts';
import { readIfThere, writePrivately } from './private-file.ts';
import { signedInUser } from './video-api.ts';

/**
 * An access token of the video service: the one in the file `demo-token` of the data folder, or a new one when
 * there is none that works. Only its owner may read the file.
 *
 * @param options.create  makes a token, as the command `npm run token` does
 */
export async function demoVideoToken({
  dataDir,
  baseUrl,
  create,
}: {
  dataDir: string;
  baseUrl: string;
  create: () => Promise<string>;
}): Promise<string> {
  const file = path.join(dataDir, 'demo-token');
  const stored = (await readIfThere(file))?.trim();
  const clientOf = (token: string) => createVideoClient({ baseUrl, token, timeoutMs: demoTimeoutMs });
  if (stored && (await signedInUser(clientOf(stored)))) return stored;
  const token = await create();
  await writePrivately(file, `${token}\n`);
  return token;
}
