import { readdir, readFile, readlink } from 'node:fs/promises';

/**
 * The ids of the ffmpeg processes that work below this folder, or have a file there as an argument (Linux alone).
 *
 * @param having  an argument that they must have too
 */
export async function ffmpegsOn(folder: string, having?: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      // A process may end meanwhile.
      const args = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0');
      if (args[0]?.endsWith('/ffmpeg') !== true) return [];
      const place = await readlink(`/proc/${id}/cwd`).catch(() => '');
      const isMeant = having === undefined || args.includes(having);
      return isMeant && [place, ...args].some((one) => one.includes(folder)) ? [Number(id)] : [];
    }),
  );
  return found.flat();
}
