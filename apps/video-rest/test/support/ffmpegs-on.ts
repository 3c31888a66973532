import { readdir, readFile } from 'node:fs/promises';

/**
 * The ids of the ffmpeg processes that have a file below this folder as an argument (Linux alone).
 *
 * @param having  an argument that they must have too
 */
export async function ffmpegsOn(folder: string, having?: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      // A process may end meanwhile.
      const args = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0');
      const isFfmpeg = args[0]?.endsWith('/ffmpeg') === true;
      const isMeant = having === undefined || args.includes(having);
      return isFfmpeg && isMeant && args.some((arg) => arg.includes(folder)) ? [Number(id)] : [];
    }),
  );
  return found.flat();
}
