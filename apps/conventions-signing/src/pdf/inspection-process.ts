/**
 * One warm child process that opens PDFs, one at a time, within bounds of time and memory.
 *
 * A process and no worker thread, because Node's limits for threads do not count ArrayBuffers (measured: a
 * worker limited to 64 MB held 1,280 MiB). Kept warm, because Node and its parsers take 0.3 s to start.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type InspectionRequest,
  type SentRequest,
  type TrustRequest,
  type Verdict,
  verdict,
} from './inspection-messages.ts';

/** What one file may take. */
interface InspectionLimits {
  timeoutMs: number;
  /** Of processor time, and `cpuMsPerMebibyte` more. */
  maxCpuMs: number;
  maxResidentBytes: number;
}

export interface InspectionProcess {
  /**
   * Reads one file; not to be called again before it has answered.
   *
   * @returns undefined when the process ended for no reason that is known here: nobody killed it
   */
  inspect(request: InspectionRequest): Promise<Verdict | undefined>;
  /** Whether it is alive and lean enough to take another file. */
  isReusable(): boolean;
  /** Kills it, whatever it is doing; resolves when it is gone. */
  stop(): Promise<void>;
}

/** What a large file may take more of the processor. Measured: 360 ms for 50 MiB, and 1 s for each GiB of signed bytes. */
export const cpuMsPerMebibyte = 100;

const startLimitMs = 30_000;
const watchEveryMs = 25;
// After a big file the engine keeps memory for itself; the next file shall have its whole allowance.
const maxIdleBytes = 256 * 2 ** 20;

/** Starts it; does not keep this process alive while it has nothing to do. */
export function startInspectionProcess(limits: InspectionLimits): InspectionProcess {
  const child = fork(fileURLToPath(new URL('./inspect-child.ts', import.meta.url)), [], {
    // Bytes travel as they are, not as JSON.
    serialization: 'advanced',
    // No secret of the service has any use in there.
    env: {},
    // It prints nothing; should it crash, the engine's own words belong where the service's errors go.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [
      `--max-old-space-size=${Math.ceil(limits.maxResidentBytes / 2 ** 20)}`,
      // Node's permission model: files of the parsers only, no writing, no processes, no native add-ons.
      '--permission',
      // For the one thread of `leave-with-parent.ts`; Node warns of the flag at each start.
      '--allow-worker',
      '--disable-warning=PERM0006',
      ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
    ],
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // It could not be started, or not be told something.
    child.on('error', () => resolve());
  });
  const ready = firstMessage(child);
  ready.catch(() => {}); // Heard again by whoever waits for it in `inspect`.
  rest(child);

  let told: string | undefined;

  return {
    async inspect({ trust, ...request }) {
      hold(child);
      try {
        await ready;
        const sent = trust === undefined ? request : { ...request, trust: sentOnce(trust, told) };
        told = trust?.anchors.version ?? told;
        return await verdictOf(child, sent, limits);
      } finally {
        rest(child);
      }
    },
    isReusable() {
      if (child.killed || !child.connected || hasEnded(child)) return false;
      return (residentBytes(child.pid ?? 0) ?? 0) <= maxIdleBytes;
    },
    async stop() {
      hold(child);
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Anchors go along when the process does not have them yet. */
function sentOnce({ anchors: { version, anchors }, now }: TrustRequest, told: string | undefined) {
  return version === told ? { version, now } : { version, anchors, now };
}

/** Waits for the answer and kills what takes too long or too much. */
async function verdictOf(
  child: ChildProcess,
  request: SentRequest,
  { timeoutMs, maxCpuMs, maxResidentBytes }: InspectionLimits,
): Promise<Verdict | undefined> {
  let tooMuch: string | undefined;
  const kill = (what: string) => {
    tooMuch ??= what;
    child.kill('SIGKILL');
  };
  const clock = setTimeout(() => kill(`${timeoutMs / 1000} s`), timeoutMs);
  const pid = child.pid ?? 0;
  const cpuBefore = cpuMs(pid) ?? 0;
  const cpuAllowed = maxCpuMs + (request.bytes.byteLength / 2 ** 20) * cpuMsPerMebibyte;
  const watch = setInterval(() => {
    if ((cpuMs(pid) ?? 0) - cpuBefore > cpuAllowed) kill(`${cpuAllowed / 1000} s of processor time`);
    if ((residentBytes(pid) ?? 0) > maxResidentBytes)
      kill(`${Math.round(maxResidentBytes / 2 ** 20)} MiB of memory`);
  }, watchEveryMs);
  const said = messagesOf(child);
  try {
    // A failure to send is an end of the process, which what it says tells.
    child.send(request, () => {});
    const first = await said.next();
    if (first.done !== true) {
      const found = verdict.parse(first.value);
      if (request.trust === undefined || 'refused' in found) return found;
      // Of what judging takes too much for, the first holds: nothing is refused because of it.
      const second = await said.next();
      return verdict.safeParse(second.value).data ?? found;
    }
  } finally {
    clearTimeout(clock);
    clearInterval(watch);
    await said.return(undefined);
  }
  if (tooMuch === undefined) return undefined;
  return {
    refused: 'too_complex',
    message: `The PDF is too complex to check: opening it takes more than ${tooMuch}.`,
  };
}

/** What the process says from now on, until it is gone; each message is kept until it is asked for. */
async function* messagesOf(child: ChildProcess): AsyncGenerator<unknown, undefined> {
  if (!child.connected) return;
  // The channel closes behind the last message, which `exit` may not wait for.
  for await (const [message] of on(child, 'message', { close: ['disconnect'] })) yield message;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function firstMessage(child: ChildProcess): Promise<void> {
  const clock = setTimeout(() => child.kill('SIGKILL'), startLimitMs).unref();
  const said = messagesOf(child);
  const { done } = await said.next();
  await said.return(undefined);
  clearTimeout(clock);
  if (done !== true) return;
  if (!hasEnded(child)) await once(child, 'exit');
  throw new Error(
    `The process that reads PDFs did not start (exit code ${child.exitCode}, signal ${child.signalCode})`,
  );
}

/** What the process runs: the programs of this folder, those that judge, and the parsers. */
function readableFolders(): string[] {
  const here = path.dirname(fileURLToPath(import.meta.url));
  return [
    here,
    path.join(here, '..', 'trust'),
    ...packageFolders(['pdfjs-dist', 'pkijs', 'asn1js'], import.meta.url),
  ].map((folder) => `${folder}/`);
}

/** Lets this process end while the child waits for its next file. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/**
 * Folders of installed packages and of all that they depend on; optional dependencies left out.
 *
 * @param from  URL of the module that imports them
 */
function packageFolders(names: string[], from: string): string[] {
  const folders = new Set<string>();
  const open = names.map((name) => ({ name, from }));
  for (const next of open) {
    const description = findPackageJSON(next.name, next.from);
    if (description === undefined) throw new Error(`The package ${next.name} is not installed; run npm ci.`);
    const folder = path.dirname(description);
    if (folders.has(folder)) continue;
    folders.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(description, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    open.push(...Object.keys(dependencies).map((name) => ({ name, from: description })));
  }
  return [...folders];
}

/**
 * Memory that a process holds in RAM, in bytes; undefined when it is gone, or where there is no `/proc`.
 *
 * `status` rather than `statm`: it counts in kB, while pages are not of 4 KiB on every ARM machine.
 * Synchronous, because it is answered by the kernel at once (measured: 20 µs).
 */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Linux counts in hundredths of a second for programs, on every machine (`USER_HZ`). */
const msPerTick = 10;

/** Processor time that a process has used since its start, in milliseconds; undefined when it is gone, or without `/proc`. */
function cpuMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // proc_pid_stat(5): the name stands in brackets and may hold anything; utime and stime are the 14th and 15th.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * msPerTick;
  } catch {
    return undefined;
  }
}
