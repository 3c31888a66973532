import { askOnce } from './why-cut.ts';

/** How a request was answered. */
export interface Told {
  asked: string;
  /** 0: not at all, or not in time. */
  status: number;
  headers: Headers;
  body: Buffer;
  /** Why there is no answer, or no whole one, for people; absent of whole ones. */
  cut?: string;
}

const patienceMs = 60_000;

/** Asks, and waits for the whole answer. */
export async function ask(url: URL | string, init: RequestInit = {}): Promise<Told> {
  const told: Told = {
    asked: `${init.method ?? 'GET'} ${new URL(url).pathname}`,
    ...{ status: 0, headers: new Headers(), body: Buffer.alloc(0) },
  };
  return askOnce<Told>(
    async () => {
      const signal = AbortSignal.timeout(patienceMs);
      const response = await fetch(url, { redirect: 'manual', ...init, signal });
      const { status, headers } = response;
      Object.assign(told, { status, headers });
      return { ...told, body: Buffer.from(await response.arrayBuffer()) };
    },
    (cut) => ({ ...told, cut }),
  );
}

/** Whether what was asked is done. */
export function isDone({ status, cut }: Told): boolean {
  return status >= 200 && status < 400 && cut === undefined;
}

/** What is wrong with an answer, to one who asked for nothing wrong while the service was short of something. */
export function faultOf({ asked, status, headers, cut, body }: Told): string | undefined {
  const isLater = status === 503 && Number(headers.get('retry-after')) > 0;
  if (isLater || status === 507 || (status >= 200 && status < 400)) return undefined;
  return `${asked} was answered ${status}: ${cut ?? body.toString().slice(0, 200)}`;
}
