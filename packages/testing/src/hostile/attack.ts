import { Agent } from 'node:http';
import fc from 'fast-check';
import { residentMebibytes } from '../resident-mebibytes.ts';
import type { StartedProcess } from '../start-process.ts';
import type { HostileRequest } from './hostile-request.ts';
import { type HostileAnswer, type NoAnswer, sendHostile } from './send-hostile.ts';

/** What a run came to. */
export interface HostileRun {
  /** What was wrong, with the request; at most about twenty. */
  violations: string[];
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** Requests that changed something. */
  changes: number;
  /**
   * Growth of the service process over the second half of the run, in MiB. Over the first quarter it grows
   * by about 170 (measured with the signing service, 20,000 requests), which is its heap finding its size.
   */
  grownMebibytes: number;
  /** The different errors in the log. */
  errorsLogged: string[];
}

interface Attack {
  service: StartedProcess & { url: string };
  hostile: fc.Arbitrary<HostileRequest>;
  requests: number;
  /** The same seed gives the same requests. */
  seed: number;
  /** Grows whenever something is changed for good. */
  countChanges: () => Promise<number>;
  /** What must show in no answer and in no log. */
  secrets: readonly string[];
  /** What is wrong with an answer by the rules of this service; the rules of every service are checked here. */
  judge: (request: HostileRequest, answer: HostileAnswer, seen: { hasChanged: boolean }) => string[];
  /** Before each hundred requests: brings back what they take away from those who send them. */
  restore?: () => Promise<void>;
}

const batch = 100;

/** Sends generated requests, one after the other, to a service process, and judges each answer. */
export async function attack(options: Attack): Promise<HostileRun> {
  const { service, hostile, requests, seed, countChanges, secrets, judge, restore } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const run: HostileRun = { violations: [], statuses: {}, changes: 0, grownMebibytes: 0, errorsLogged: [] };
  const memory = async () => (await residentMebibytes(service.child.pid)).nowMebibytes;
  let warmMebibytes = await memory();
  let changes = 0;
  // In batches, since each begins with the cost of a new generator.
  for (let start = 0; start < requests && run.violations.length < 20; start += batch) {
    if (start <= requests / 2) warmMebibytes = await memory();
    await restore?.();
    changes = await countChanges();
    const numRuns = Math.min(batch, requests - start);
    for (const [index, request] of fc.sample(hostile, { seed: seed + start, numRuns }).entries()) {
      const answer = await sendHostile(agent, service.url, request);
      const changesNow = await countChanges();
      const hasChanged = changesNow !== changes;
      changes = changesNow;
      if (hasChanged) run.changes += 1;
      const status = 'failure' in answer ? 'no answer' : answer.status;
      run.statuses[status] = (run.statuses[status] ?? 0) + 1;
      const wrong =
        'failure' in answer
          ? ['no answer']
          : [...judgeAny(answer, { hasChanged, secrets }), ...judge(request, answer, { hasChanged })];
      for (const problem of wrong)
        run.violations.push(
          `${problem}\n  request ${start + index} of seed ${seed}: ${show(request)}\n  ${showAnswer(answer)}`,
        );
    }
  }
  agent.destroy();
  run.grownMebibytes = (await memory()) - warmMebibytes;
  const log = service.output();
  run.errorsLogged = errorsIn(log);
  if (holdsSecret(log, secrets)) run.errorsLogged.push('a secret in the log');
  return run;
}

function judgeAny(
  { status, headers, text }: HostileAnswer,
  { hasChanged, secrets }: { hasChanged: boolean; secrets: readonly string[] },
): string[] {
  const wrong: string[] = [];
  if (status >= 500) wrong.push(`answered ${status}`);
  if (status >= 400 && hasChanged) wrong.push(`answered ${status} and changed something`);
  const everything = `${JSON.stringify(headers)}${text}`;
  if (holdsSecret(everything, secrets)) wrong.push('a secret in the answer');
  if (/\n\s+at \S.*:\d+:\d+|node_modules|node:internal|Prisma/.test(everything))
    wrong.push('the inside in the answer');
  return wrong;
}

function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => text.includes(secret));
}

/** What the log tells of errors, each only once. */
function errorsIn(log: string): string[] {
  const messages = log
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => /"stack":"(.{0,400})/.exec(line)?.[1] ?? line.slice(0, 400));
  return [...new Set(messages)].slice(0, 20);
}

function show({ method, target, headers, body }: HostileRequest): string {
  const shown = Object.entries(headers)
    .map(([name, value]) => `${name}: ${name === 'Authorization' ? '…' : String(value).slice(0, 200)}`)
    .join(' | ');
  const content =
    body === undefined
      ? ''
      : ` | ${body.length} bytes ${JSON.stringify(body.toString('latin1').slice(0, 600))}`;
  return `${method} ${target.slice(0, 300)} | ${shown}${content}`;
}

function showAnswer(answer: HostileAnswer | NoAnswer): string {
  return 'failure' in answer ? answer.failure : `${answer.status} ${answer.text.slice(0, 400)}`;
}
