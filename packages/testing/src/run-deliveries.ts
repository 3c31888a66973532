import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually.ts';
import type { RecordingServer } from './start-recording-server.ts';

/** What a run came to: what calls are about, each once. */
export interface DeliveriesRun {
  /** What has happened, acknowledged or not, in the order that the database has. */
  owed: string[];
  acknowledged: string[];
  /** In the order in which the receiver was first called about it. */
  told: string[];
  /** Calls that were made again. */
  repeated: number;
  /** What the receiver was called about while it had not answered the call before, though nobody was killed meanwhile. */
  twiceAtOnce: string[];
}

/** A service whose calls are put to the proof. */
export interface DeliveriesOfService<Process> {
  receiver: RecordingServer;
  start(): Promise<Process>;
  /** Ends a process (SIGKILL). */
  kill(process: Process): Promise<unknown>;
  /** Has something happen that the receiver is to be told; what its call is about. @throws when it is not acknowledged */
  cause(process: Process): Promise<string>;
  about(request: { url: string; body: Buffer }): string;
  /** All that has happened; null: some of it is still to be told. */
  owed(): Promise<string[] | null>;
}

/**
 * Has things happen at one or more processes that are killed at random moments, in turn, and each replaced by another one; the
 * receiver takes its time for its answers.
 */
export async function runDeliveries<Process>(
  service: DeliveriesOfService<Process>,
  { processes, kills, causes = 10 }: { processes: number; kills: number; causes?: number },
): Promise<DeliveriesRun> {
  const { receiver, cause, about } = service;
  const open = new Set<string>();
  const twiceAtOnce: string[] = [];
  receiver.answerWith((request, response) => {
    const what = about(request);
    if (open.has(what)) twiceAtOnce.push(what);
    open.add(what);
    response.on('close', () => open.delete(what));
    setTimeout(() => response.end(), Math.random() * 50);
  });
  const acknowledged: string[] = [];
  const up = await Promise.all(Array.from({ length: processes }, service.start));
  for (let killed = 0; killed < kills; killed += 1) {
    const causing = Array.from({ length: causes }, async (_, index) => {
      acknowledged.push(await cause(up[index % up.length] as Process));
    });
    await Promise.any(causing);
    await sleep(Math.random() * 100);
    await service.kill(up.shift() as Process);
    // Whether it was done or not: it was not acknowledged.
    await Promise.allSettled(causing);
    up.push(await service.start());
  }
  for (const process of up) acknowledged.push(await cause(process));
  const owed = await eventually(service.owed, { intervalMs: 500, describe: 'all is told' });
  const calls = receiver.requests.map(about);
  const told = [...new Set(calls)];
  return { owed, acknowledged, told, repeated: calls.length - told.length, twiceAtOnce };
}
