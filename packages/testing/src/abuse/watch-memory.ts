import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface MemoryWatch {
  /** Looks once more and ends the watch; the most that a process of each program ever held, in MiB. */
  stop(): Promise<Record<string, number>>;
}

const lookEveryMs = 20;

/** Watches a process and all that it starts (Linux): the kernel's own high-water mark, `VmHWM`, of each. */
export function watchMemory(root: number): MemoryWatch {
  const peaks: Record<string, number> = {};
  const watching = new AbortController();
  const look = async () => {
    for (const { program, peakMebibytes } of await familyOf(root))
      peaks[program] = Math.max(peaks[program] ?? 0, peakMebibytes);
  };
  const looking = (async () => {
    while (!watching.signal.aborted) {
      await look();
      await pause(lookEveryMs);
    }
  })();
  return {
    async stop() {
      watching.abort();
      await looking;
      await look();
      return peaks;
    },
  };
}

/** Of Node the program that it runs. */
function programOf(commandLine: string): string {
  const [command = '', ...rest] = commandLine.split('\0');
  const script = rest.find((argument) => /\.[mc]?[jt]s$/.test(argument));
  return path.basename(script ?? command);
}

interface Look {
  pid: number;
  parent: number;
  program: string;
  peakMebibytes: number;
}

async function familyOf(root: number): Promise<Look[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const looks = (await Promise.all(pids.map(lookAt))).filter((look) => look !== undefined);
  const family = new Set([root]);
  let before = 0;
  while (family.size > before) {
    before = family.size;
    for (const { pid, parent } of looks) if (family.has(parent)) family.add(pid);
  }
  return looks.filter(({ pid }) => family.has(pid));
}

/** Undefined: it ended meanwhile, or is a thread of the kernel. */
async function lookAt(pid: string): Promise<Look | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const value = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
  const peak = value('VmHWM');
  if (peak === undefined) return undefined;
  return {
    pid: Number(pid),
    parent: Number(value('PPid')),
    program: programOf(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    peakMebibytes: Number(peak) / 1024,
  };
}
