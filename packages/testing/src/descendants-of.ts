import { readdir, readFile } from 'node:fs/promises';

/** The ids of all processes that a process has started, and those that these have started, and so on (Linux alone). */
export async function descendantsOf(pid: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(ids.map(parentOf));
  const childrenOf = (parent: number): number[] =>
    ids.filter((_, index) => parents[index] === parent).flatMap((child) => [child, ...childrenOf(child)]);
  return childrenOf(pid);
}

/** From `/proc/<pid>/stat`: what follows the name in brackets is state and parent. */
async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parent === undefined ? undefined : Number(parent);
}
