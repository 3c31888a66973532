/**
 * Follows what changes, by the typed client or, with `--stream`, by server-sent events, and keeps each change as a line of a
 * file: `VIDEO_TOKEN=… node feed-reader.ts [--stream] http://127.0.0.1:8082 changes.jsonl`. Killed, it goes on after the last
 * line that is whole.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { createVideoClient } from '@campus/video-client';

const args = process.argv.slice(2);
const [baseUrl = '', file = ''] = args.filter((arg) => arg !== '--stream');
const token = process.env.VIDEO_TOKEN ?? '';
const keep = (change: unknown) => appendFileSync(file, `${JSON.stringify(change)}\n`);

function lastCursor(): { after?: string } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  if (text !== '') truncateSync(file, Buffer.byteLength(lines));
  const last = lines.split('\n').at(-2);
  return last === undefined ? {} : { after: JSON.parse(last).cursor };
}

async function stream(): Promise<void> {
  const { after } = lastCursor();
  const headers = { Authorization: `Token ${token}`, Accept: 'text/event-stream' };
  const answer = await fetch(`${baseUrl}/rest/changes/`, {
    headers: { ...headers, ...(after !== undefined && { 'Last-Event-ID': after }) },
  });
  let text = '';
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (text + piece).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) keep(JSON.parse(data));
    }
  }
}

if (args.includes('--stream')) {
  // A server that is killed cuts its streams; this program goes on with the next one, which it is started with.
  await stream().catch(() => {});
} else {
  for await (const change of createVideoClient({ baseUrl, token }).changes(lastCursor())) keep(change);
}
