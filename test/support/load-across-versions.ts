import { beginUpload, type Caller, sendPieces, videoOfItsOwn } from './service-calls.ts';

/** Does one after the other until it is stopped. @returns what was acknowledged, and what failed */
export function startLoad(act: (number: number) => Promise<string>) {
  const made: string[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const running = (async () => {
    for (let number = 1; !isOver; number++)
      await act(number).then(
        (name) => made.push(name),
        (error: unknown) => failures.push(error),
      );
  })();
  return {
    made,
    async stop() {
      isOver = true;
      await running;
      return failures;
    },
  };
}

/** What is answered when it is well. */
export async function tell<Body = Record<string, unknown>>(
  call: Caller,
  pathname: string,
  init?: RequestInit,
): Promise<Body> {
  const { status, body } = await call(pathname, init);
  if (status < 200 || status > 299) throw new Error(`${pathname}: ${status} ${body}`);
  return JSON.parse(body.toString()) as Body;
}

interface FeedPage {
  results: Record<string, string | number>[];
  cursor: string;
  more: boolean;
}

/** Follows a feed of changes by a cursor that it keeps, whichever version answers. */
export async function followFeed(
  call: Caller,
  pathname: string,
  addressOf: (change: Record<string, string | number>) => string,
) {
  const { cursor: first } = await tell<FeedPage>(call, `${pathname}?after=now`);
  const read = async (after: string) => {
    const page = await tell<FeedPage>(call, `${pathname}?after=${encodeURIComponent(after)}`);
    return {
      ...page,
      lines: page.results.map((change) => `${change.cursor} ${change.event} ${addressOf(change)}`),
    };
  };
  const readOn = async (from: string, into: string[]) => {
    for (let [after, more] = [from, true]; ; ) {
      const page = await read(after);
      into.push(...page.lines);
      [after, more] = [page.cursor, page.more];
      if (!more) return after;
    }
  };
  const seen: string[] = [];
  let cursor = first;
  const load = startLoad(async () => {
    const before = cursor;
    cursor = await readOn(cursor, seen);
    return `${before} to ${cursor}`;
  });
  return {
    load,
    /** Reads to the end. @returns what was seen on the way, and what is seen from the same beginning now */
    async finish() {
      await readOn(cursor, seen);
      const again: string[] = [];
      await readOn(first, again);
      return { seen, again };
    },
  };
}

/** They are of the replica that was asked. */
export const withoutHost = (text: string) => text.replace(/https?:\/\/[^/]+/, '');

/** Uploads in pieces that are begun by one version and gone on with by the other. */
export function createUploads(call: Caller, fields: Record<string, string>) {
  const begun: { title: string; path: string; source: Buffer; sent: number }[] = [];
  return {
    async begin(title: string) {
      const source = await videoOfItsOwn({ bytes: 400_000 });
      const { path: place } = await beginUpload(call, { ...fields, title }, source.length);
      begun.push({ title, path: place, source, sent: 0 });
    },
    /** A piece more of each; the last one after so many. */
    async goOn({ pieces }: { pieces: number }) {
      for (const upload of begun) {
        upload.sent = Math.min(upload.source.length, upload.sent + Math.ceil(upload.source.length / pieces));
        await sendPieces(call, upload.path, upload.source.subarray(0, upload.sent));
      }
    },
    /** @returns those whose video is not as it was sent */
    async missing() {
      const missing: string[] = [];
      for (const { title, source } of begun) {
        const query = new URLSearchParams({ title });
        const { results } = await tell<{ results: { video: string }[] }>(call, `/rest/videos/?${query}`);
        const there = results[0] && (await call(results[0].video));
        if (results.length !== 1 || there?.body.equals(source) !== true) missing.push(title);
      }
      return missing;
    },
  };
}
