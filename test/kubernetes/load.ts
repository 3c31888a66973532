import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Cluster } from './cluster.ts';

/** A request as the ingress passes it on: TLS is ended, and the client's address told. */
export async function throughIngress(
  cluster: Cluster,
  host: string,
  pathname: string,
  { from = '192.0.2.7', ...init }: RequestInit & { from?: string },
): Promise<Response> {
  const request = new Request(`http://${host}${pathname}`, init);
  const body = Buffer.from(await request.arrayBuffer());
  const call = http.request({
    // Each on a connection of its own, so that nothing is sent on one that is just being closed.
    agent: false,
    host: '127.0.0.1',
    port: cluster.portOf('nginx'),
    path: pathname,
    method: request.method,
    headers: {
      ...Object.fromEntries(request.headers),
      Host: host,
      'Content-Length': body.length,
      'X-Forwarded-For': from,
      'X-Forwarded-Proto': 'https',
    },
  });
  call.end(body);
  const [answer] = (await once(call, 'response')) as [http.IncomingMessage];
  return new Response(await buffer(answer), { status: answer.statusCode ?? 0 });
}

type Made = Record<string, unknown>;
/** Asks until there is an answer, as HTTP clients do: with the same `Idempotency-Key`. */
type Again = (
  ask: (headers: Record<string, string>) => Promise<Response>,
  options?: { tries?: number },
) => Promise<Made>;

export interface Load {
  /** So far. */
  made: readonly string[];
  stop(): Promise<{ made: string[]; failures: unknown[]; repeated: number }>;
}

/** Does one after the other until it is stopped; what it returns was acknowledged. */
export function startLoad(act: (number: number, again: Again) => Promise<string | undefined>): Load {
  const made: string[] = [];
  const failures: unknown[] = [];
  const counts = { repeated: 0 };
  let isOver = false;
  const again = repeating(counts);
  const running = (async () => {
    for (let number = 1; !isOver; number++) {
      try {
        made.push((await act(number, again)) ?? '');
      } catch (error) {
        failures.push(error);
      }
    }
  })();
  return {
    made,
    async stop() {
      isOver = true;
      await running;
      return { made, failures, repeated: counts.repeated };
    },
  };
}

/** For a single request. */
startLoad.once = repeating({ repeated: 0 });

function repeating(counts: { repeated: number }): Again {
  return async (ask, { tries = 3 } = {}) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    for (let left = tries - 1; ; left--) {
      const answer = await ask(headers).catch((error: unknown) => error);
      if (answer instanceof Response) {
        const text = await answer.text();
        if (answer.ok) return JSON.parse(text) as Made;
        if (left === 0 || ![502, 503, 504].includes(answer.status))
          throw new Error(`${answer.status} ${text}`);
      } else if (left === 0) throw answer;
      counts.repeated += 1;
    }
  };
}
