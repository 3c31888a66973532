import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { createTestDatabase, eventually, type TestDatabase } from '@campus/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import { givenUpload, launch, temporaryFiles, untilState } from '../support/encode-videos.ts';
import { clientWith, type Person } from '../support/service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { signedIn } from '../support/visitor.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

// What operators and orchestrators see of the whole process. The machine may be busy: the limits are generous.
const rootPassword = 'root-password';
const closing: (() => Promise<unknown>)[] = [];
let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  await clip('silent');
});
beforeEach(async () => {
  database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  const made = await makeDataDir();
  dataDir = made.dataDir;
  closing.push(made.remove);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(
  env: Record<string, string> = {},
): Promise<ServiceProcess & { root: Person; staff: Person }> {
  const service = await startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword, env });
  closing.push(() => service.kill('SIGKILL'));
  const client = clientWith(service.url, { Authorization: basic('root', rootPassword) });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root = { id: body.id, username: 'root', url: body.url, token: '', client };
  return Object.assign(service, { root, staff: root });
}

async function ready(url: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
}

/** The figures, without what Node tells of every process and without the buckets. */
async function scrape({ metricsUrl }: { metricsUrl: string }): Promise<string> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return text.replace(/^(#|nodejs_|process_|\w+_bucket\{).*\n/gm, '');
}

const allWell = { database: 'ok', queue: 'ok', storage: 'ok', space: 'ok', ffmpeg: 'ok' };

describe('A process of the service', () => {
  test('tells what it does: requests by route, uploads and encodings', async () => {
    const service = await start({ ENCODE_CONCURRENCY: '1' });
    const source = await clip('silent');
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);
    await untilState(service, id, 'done');
    await fetch(`${service.url}/media/videos/0000/${id}/nothing.mp4`);
    await fetch(`${service.url}/video/${slug}/`);
    await fetch(`${service.url}/wp-login.php`);

    await eventually(async () => {
      const text = await scrape(service);
      for (const labels of [
        'method="POST",route="/rest/videos/",status_code="201"',
        'method="GET",route="/rest/encodings/",status_code="200"',
        'method="GET",route="/rest/launch_encode_view/",status_code="200"',
        'method="GET",route="/media/*file",status_code="401"',
        'method="GET",route="/video/:slug/",status_code="200"',
        'method="GET",route="other",status_code="404"',
      ])
        expect(text).toContain(`http_request_duration_seconds_count{${labels}} `);
      expect(text).not.toContain(slug);
      const { length } = await readFile(source);
      expect(text).toContain(`video_upload_size_bytes_sum ${length}\n`);
      expect(text).toContain('video_upload_size_bytes_count 1\n');
      expect(text).toContain('video_encodings_total{outcome="done"} 1\n');
      expect(text).toContain('video_encodings_total{outcome="failed"} 0\n');
      expect(text).toContain('video_encodings_running 0\n');
      expect(text).toContain('video_encoding_speed_ratio_count 1\n');
      expect(text).toMatch(/^job_queue_jobs\{queue="encode-video",state="ready"\} 0$/m);
    });
  });

  test('is ready while it has what it needs, and names what it lacks', async () => {
    const service = await start();
    expect(await ready(service.url)).toEqual({ status: 200, body: { status: 'ok', checks: allWell } });

    await rm(path.join(dataDir, 'media/owner'));

    const checks = { ...allWell, storage: 'failed' };
    const body = { status: 'unavailable', checks };
    await eventually(async () => expect(await ready(service.metricsUrl)).toEqual({ status: 503, body }));
    await service.waitForOutput(/not ready: storage/);
  });
});

describe('A process that is told to stop (SIGTERM)', () => {
  test('ends live streams whole, and connections that nobody uses', async () => {
    const service = await start();
    const person = await signedIn(service, { username: 'root', password: rootPassword });
    const stream = await person.open('/admin/encodings/live/');
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const followed = stream.text();

    const ended = service.kill('SIGTERM');

    // One that was cut would throw.
    expect(await followed).toContain('event: part');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(service.output()).not.toMatch(/"level":[56]0/);
  });

  test('gives up an upload that does not end, and leaves nothing of it', async () => {
    const service = await start();
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    closing.push(async () => void socket.destroy());
    await once(socket, 'connect');
    const part = '--b\r\nContent-Disposition: form-data; name="video"; filename="x.mp4"\r\n\r\nbytes';
    socket.write(
      [
        'POST /rest/videos/ HTTP/1.1',
        'Host: x',
        `Authorization: ${basic('root', rootPassword)}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Transfer-Encoding: chunked',
        '',
        part.length.toString(16),
        part,
        '',
      ].join('\r\n'),
    );
    const media = path.join(dataDir, 'media');
    await eventually(async () => expect(await temporaryFiles(media)).toHaveLength(1));

    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });

    expect(await temporaryFiles(media)).toEqual([]);
  });
});

describe('An encode worker', () => {
  const env = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir, MEDIA_MIN_FREE: '0' });

  test('tells on a port of its own how it is, a free one beside a service with the usual one', async () => {
    // As when nobody has set it.
    const worker = await startWorkerProcess({ ...env(), METRICS_PORT: '' });
    closing.push(() => worker.kill('SIGKILL'));
    const [, metricsUrl = ''] = await worker.waitForOutput(/metrics on (http:\/\/[\w.:]+)/);

    expect(new URL(metricsUrl).port).not.toBe('9082');
    expect(await ready(metricsUrl)).toEqual({ status: 200, body: { status: 'ok', checks: allWell } });
    expect(await scrape({ metricsUrl })).toContain('video_encodings_running 0\n');
    expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test('refuses to start on a port for its metrics that is taken, with one sentence', async () => {
    const first = await startWorkerProcess(env());
    closing.push(() => first.kill('SIGKILL'));
    const [, port = ''] = await first.waitForOutput(/metrics on http:\/\/[\w.]+:(\d+)/);

    await expect(startWorkerProcess({ ...env(), METRICS_PORT: port })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port}: the port is taken; stop the other program or set metrics.port`,
    );
  });
});
