import { EventEmitter, once } from 'node:events';

/** An event of a stream of changes. */
export interface StreamedChange<Change> {
  id: string;
  data: Change;
}

/** A stream of changes, as a program reads it. */
export interface EventStream<Change> extends AsyncDisposable {
  /** Of all that have come so far. */
  events: StreamedChange<Change>[];
  /** Once the server, or whoever reads, has ended it. */
  ended: Promise<void>;
  /** All that has come so far. */
  text(): string;
  untilEvents(count: number): Promise<void>;
}

/** Follows the changes of a service as server-sent events. @throws Error when it is answered something else */
export async function followEvents<Change>(
  url: string,
  headers: Record<string, string>,
): Promise<EventStream<Change>> {
  const gone = new AbortController();
  const came = new EventEmitter();
  const response = await fetch(url, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: gone.signal,
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
    throw new Error(`no event stream, but ${response.status}: ${await response.text()}`);
  const events: StreamedChange<Change>[] = [];
  let text = '';
  const reading = (async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const found = text.matchAll(/^id: (\S+)\ndata: (.*)\n\n/gm);
      events.splice(
        0,
        events.length,
        ...[...found].map(([, id = '', data = '']) => ({ id, data: JSON.parse(data) })),
      );
      came.emit('piece');
    }
  })().catch(() => {});
  return {
    events,
    ended: reading,
    text: () => text,
    async untilEvents(count: number) {
      while (events.length < count) await once(came, 'piece');
    },
    async [Symbol.asyncDispose]() {
      gone.abort();
      await reading;
    },
  };
}
