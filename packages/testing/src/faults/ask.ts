/** How a request was answered. */
export interface Told {
  asked: string;
  /** 0: not at all, or not in time. */
  status: number;
  headers: Headers;
  body: Buffer;
  /** The connection was cut in the middle of it. */
  isCut: boolean;
}

const patienceMs = 60_000;

/** Asks, and waits for the whole answer. */
export async function ask(url: URL | string, init: RequestInit = {}): Promise<Told> {
  const asked = `${init.method ?? 'GET'} ${new URL(url).pathname}`;
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      signal: AbortSignal.timeout(patienceMs),
    });
    const { status, headers } = response;
    try {
      return { asked, status, headers, body: Buffer.from(await response.arrayBuffer()), isCut: false };
    } catch {
      return { asked, status, headers, body: Buffer.alloc(0), isCut: true };
    }
  } catch {
    return { asked, status: 0, headers: new Headers(), body: Buffer.alloc(0), isCut: true };
  }
}

/** Whether what was asked is done. */
export function isDone({ status, isCut }: Told): boolean {
  return status >= 200 && status < 400 && !isCut;
}

/** What is wrong with an answer, to one who asked for nothing wrong while the service was short of something. */
export function faultOf({ asked, status, headers, isCut, body }: Told): string | undefined {
  const isLater = status === 503 && Number(headers.get('retry-after')) > 0;
  if (isLater || status === 507 || (status >= 200 && status < 400)) return undefined;
  return `${asked} was answered ${status}${isCut ? ', and cut' : ''}: ${body.toString().slice(0, 200)}`;
}
