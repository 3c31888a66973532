import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowFolder } from '../src/storage/layout.ts';
import { ask } from './ask.ts';
import { mediaRootOf, type ServicePlace } from './start-servers.ts';

/** Removes a video and waits until its file is gone too, which would slow what comes next. */
export async function removeVideo(
  place: ServicePlace,
  { url, id, signal }: { url: string; id: number; signal: AbortSignal },
): Promise<void> {
  await ask(`${url}/rest/videos/${id}/`, { method: 'DELETE', signal });
  const folder = rowFolder(mediaRootOf(place), { table: 'videos', id });
  const deadline = performance.now() + 30_000;
  while (await isThere(folder)) {
    if (performance.now() > deadline) throw new Error(`${folder} is still there 30 s after its video`);
    await sleep(20, undefined, { signal });
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
