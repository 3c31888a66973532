import path from 'node:path';
import { Refusal } from '@campus/rest';
import type { Response } from 'express';
import { findFile } from './find-file.ts';

/**
 * Leaves it to nginx in front to send a file of ours: it takes `X-Accel-Redirect` for the path of an internal location
 * that serves MEDIA_ROOT, and answers ranges, conditions and HEAD itself, with validators of its own. Without nginx
 * the answer would be empty, so this is for services that only nginx reaches.
 *
 * @param file              absolute, below `root`; followed through no symbolic link
 * @param options.root      the media folder, as it stands in `file`
 * @param options.location  path of that location, with a slash at both ends
 * @throws Refusal  404 when there is no such file
 */
export async function handOverFile(
  response: Response,
  file: string,
  { root, location, headers }: { root: string; location: string; headers: Record<string, string> },
): Promise<void> {
  if ((await findFile(file)) === null) throw new Refusal('not_found');
  // nginx decodes it once.
  const below = path.relative(root, file).split(path.sep).map(encodeURIComponent).join('/');
  response.set({ ...headers, 'X-Accel-Redirect': `${location}${below}` }).end();
}
