import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Told } from '@campus/testing/faults';

const patienceMs = 180_000;

/** A service as all its clients know it: one that does not answer is asked again, as every good client does. */
export interface Door {
  /** Of the replica that answers. */
  url(): string;
  /** Lets another replica answer from now on. */
  open(url: string): void;
  /**
   * Asks until there is an answer that is neither an absence nor "later".
   *
   * @throws Error when there is none within three minutes, or the service has failed
   */
  ask(path: string, init?: RequestInit): Promise<Told>;
  /** The same, of JSON. @throws Error also for any status but 2xx */
  tell<T = unknown>(path: string, init?: RequestInit & { json?: unknown }): Promise<T>;
  /** From now until it is called, absence and "later" are no faults; nor shortly behind it. */
  excuse(): () => void;
  /** What was answered, or was not, without an excuse. */
  faults: string[];
  /** How many requests there were, and how often one was asked again. */
  asked: number;
  askedAgain: number;
}

/** @param options.graceMs  for how long after a trouble its consequences are excused */
export function createDoor({
  authorization,
  graceMs,
}: {
  authorization: () => string;
  graceMs: number;
}): Door {
  let address = '';
  let troubles = 0;
  let quietSince = Number.NEGATIVE_INFINITY;
  const isExcused = () => troubles > 0 || performance.now() - quietSince < graceMs;
  const door: Door = {
    url: () => address,
    open(url) {
      address = url;
    },
    faults: [],
    asked: 0,
    askedAgain: 0,
    excuse() {
      troubles += 1;
      return () => {
        troubles -= 1;
        quietSince = performance.now();
      };
    },
    async ask(path, init = {}) {
      const until = performance.now() + patienceMs;
      const headers = new Headers(init.headers);
      if (!headers.has('authorization') && !headers.has('cookie'))
        headers.set('Authorization', authorization());
      for (;;) {
        const wasExcused = isExcused();
        door.asked += 1;
        const told = await ask(`${address}${path}`, { ...init, headers });
        const { status, cut } = told;
        const isLater = cut !== undefined || status === 507 || told.headers.has('retry-after');
        if (!isLater && status < 500) return told;
        const fault = `${told.asked} was answered ${status}: ${cut ?? told.body.toString().slice(0, 300)}`;
        if (!isLater) throw new Error(fault);
        if (!wasExcused && !isExcused()) door.faults.push(fault);
        if (performance.now() > until) throw new Error(`no answer in three minutes; the last: ${fault}`);
        door.askedAgain += 1;
        await sleep(Math.min(Number(told.headers.get('retry-after') ?? 1) * 1000, 2000));
      }
    },
    async tell<T>(path: string, { json, ...init }: RequestInit & { json?: unknown } = {}) {
      const headers = new Headers(init.headers);
      if (json !== undefined) headers.set('Content-Type', 'application/json');
      const body = json === undefined ? init.body : JSON.stringify(json);
      const told = await door.ask(path, { ...init, headers, ...(body === undefined ? {} : { body }) });
      if (told.status < 200 || told.status > 299)
        throw new Error(`${told.asked} was answered ${told.status}: ${told.body.toString().slice(0, 500)}`);
      const text = told.body.toString();
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
  };
  return door;
}
