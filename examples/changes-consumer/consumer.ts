/**
 * Follows what changes in the signing service. Each change becomes one line of a file, whose last line says where to go
 * on: so none is missing and none is there twice, however often this is killed. Yours may keep the cursor in a database,
 * in the transaction of what it does with the change.
 *
 *     SIGNING_TOKEN=… node consumer.ts http://127.0.0.1:8081 changes.jsonl
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface Page {
  results: { cursor: string }[];
  cursor: string;
}

const [service = '', file = ''] = process.argv.slice(2);
if (!URL.canParse(service) || file === '') {
  console.error('usage: SIGNING_TOKEN=… node consumer.ts <address of the service> <file of the changes>');
  process.exit(64);
}
let cursor = lastCursor();
for (;;) {
  const page = await read(cursor).catch((error: unknown) => {
    console.error(String(error));
    return undefined;
  });
  // The service restarts, or is busy: the same question again.
  if (page === undefined) await sleep(1_000);
  else {
    for (const change of page.results) appendFileSync(file, `${JSON.stringify(change)}\n`);
    cursor = page.cursor;
  }
}

/** What has changed after the cursor; waits for it up to half a minute. A refusal that would stay one ends this. */
async function read(after: string | undefined): Promise<Page> {
  const query = new URLSearchParams({ wait: '30', ...(after === undefined ? {} : { after }) });
  const answer = await fetch(`${service}/api/changes?${query}`, {
    headers: { Authorization: `Bearer ${process.env.SIGNING_TOKEN}` },
    signal: AbortSignal.timeout(60_000),
  });
  if (answer.ok) return (await answer.json()) as Page;
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
  return line === undefined ? undefined : (JSON.parse(line) as { cursor: string }).cursor;
}
