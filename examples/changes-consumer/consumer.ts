/**
 * Follows what changes in the signing service. Each change becomes one line of a file, whose last line says where to go
 * on: so none is missing and none is there twice, however often this is killed. Yours may keep the cursor in a database,
 * in the transaction of what it does with the change.
 *
 *     SIGNING_TOKEN=… node consumer.ts [--stream] http://127.0.0.1:8081 changes.jsonl
 *
 * It asks again and again for what comes next, or with `--stream` follows one answer of server-sent events.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface Change {
  cursor: string;
}

/** What has changed, and where to go on after it. */
interface Page {
  results: Change[];
  cursor: string;
}

const args = process.argv.slice(2);
const [service = '', file = ''] = args.filter((arg) => arg !== '--stream');
if (!URL.canParse(service) || file === '') {
  console.error(
    'usage: SIGNING_TOKEN=… node consumer.ts [--stream] <address of the service> <file of the changes>',
  );
  process.exit(64);
}
const changesAfter = args.includes('--stream') ? streamed : asked;
let cursor = lastCursor();
for (;;) {
  try {
    for await (const page of changesAfter(cursor)) {
      for (const change of page.results) appendFileSync(file, `${JSON.stringify(change)}\n`);
      cursor = page.cursor;
    }
  } catch (error) {
    // The service restarts, or is busy: the same again.
    console.error(String(error));
    await sleep(1_000);
  }
}

/** One page; waits for it up to half a minute. */
async function* asked(after: string | undefined): AsyncGenerator<Page> {
  const query = new URLSearchParams({ wait: '30', ...(after === undefined ? {} : { after }) });
  const answer = await ask(`?${query}`, {}, AbortSignal.timeout(60_000));
  yield (await answer.json()) as Page;
}

/** Each change as it comes, until the stream ends. An event that was cut off comes again in the next one. */
async function* streamed(after: string | undefined): AsyncGenerator<Page> {
  const headers = { Accept: 'text/event-stream', ...(after === undefined ? {} : { 'Last-Event-ID': after }) };
  const { body } = await ask('', headers);
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1];
      const [id, data] = [field('id'), field('data')];
      // Without data it tells where the stream is, since nothing has happened for a while.
      if (id !== undefined) yield { results: data === undefined ? [] : [JSON.parse(data)], cursor: id };
    }
  }
  throw new Error('the stream has ended');
}

/** A refusal that would stay one ends this. */
async function ask(query: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(`${service}/api/changes${query}`, {
    headers: { Authorization: `Bearer ${process.env.SIGNING_TOKEN}`, ...headers },
    ...(signal && { signal }),
  });
  if (answer.ok) return answer;
  const { status, statusText } = answer;
  const { detail = statusText } = (await answer.json().catch(() => ({}))) as { detail?: string };
  if (status >= 500 || status === 429 || status === 408) throw new Error(detail);
  console.error(detail);
  process.exit(1);
}

/** Of the last line that is whole; what was being written when this was killed is cut off. */
function lastCursor(): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  truncateSync(file, Buffer.byteLength(whole));
  const line = whole.split('\n').at(-2);
  return line === undefined ? undefined : (JSON.parse(line) as Change).cursor;
}
