import { connect } from 'node:net';
import { eventually } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import pino from 'pino';
import {
  apiReference,
  createReadiness,
  createShell,
  ListenError,
  type Listening,
  listen,
  namedRoute,
  openMetricsPort,
  watchProcess,
} from '../src/index.ts';
import { createMetrics, type Metrics } from '../src/metrics/create-metrics.ts';

const noLog = pino({ level: 'silent' });
const here = { host: '127.0.0.1', port: 0 };
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function openPort(log = noLog) {
  const watched = watchProcess({ log });
  const port = await openMetricsPort({ ...here, ...watched, log });
  closing.push(port.stop);
  return { ...watched, ...port };
}

describe('The metrics port', () => {
  test('tells Prometheus the figures of the process and of whoever declared some', async () => {
    const { metrics, url } = await openPort();
    metrics.counter({ name: 'cakes_total', help: 'Cakes.' }).inc(3);

    const response = await fetch(`${url}/metrics`);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('\ncakes_total 3\n');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });

  test('asks nothing again that was not answered yet: scrapes at once share it', async () => {
    const { metrics, url } = await openPort();
    let asked = 0;
    let answer = (_samples: { value: number }[]) => {};
    const read = () => {
      asked += 1;
      return new Promise<{ value: number }[]>((resolve) => {
        answer = resolve;
      });
    };
    metrics.gauge({ name: 'slow', help: 'Slow.', read });

    const late = Promise.all([fetch(`${url}/metrics`), fetch(`${url}/metrics`)]);
    for (const response of await late) expect(await response.text()).not.toMatch(/^slow\b/m);

    expect(asked).toBe(1);
    answer([{ value: 1 }]);
    const next = fetch(`${url}/metrics`);
    await eventually(async () => asked === 2);
    answer([{ value: 2 }]);
    expect(await (await next).text()).toContain('\nslow 2\n');
  });

  test('leaves out what cannot be read just now, and tells the rest', async () => {
    const { metrics, url } = await openPort();
    metrics.gauge({ name: 'broken', help: 'Broken.', read: () => Promise.reject(new Error('away')) });
    const labels = ['kind'];
    metrics.gauge({ name: 'torn', help: 'Torn.', labels, read: () => Promise.reject(new Error('away')) });
    metrics.gauge({ name: 'stuck', help: 'Stuck.', read: () => new Promise<never>(() => undefined) });
    metrics.gauge({ name: 'whole', help: 'Whole.', read: () => [{ value: 1 }] });

    const text = await (await fetch(`${url}/metrics`)).text();

    expect(text).toContain('\nwhole 1\n');
    expect(text).not.toMatch(/^(broken|stuck|torn)\b/m);
  });

  test('has nothing else', async () => {
    const { url } = await openPort();

    expect((await fetch(`${url}/`)).status).toBe(404);
  });

  test('that is taken is refused with one sentence that names its parameter', async () => {
    const { url } = await openPort();
    const port = Number(new URL(url).port);

    const second = openMetricsPort({ ...here, ...watchProcess({ log: noLog }), log: noLog, port });

    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow('stop the other program or set metrics.port');
  });
});

describe('GET /readyz', () => {
  const ok = { run: async () => undefined };

  async function ask(url: string) {
    const response = await fetch(`${url}/readyz`);
    return { status: response.status, body: await response.json() };
  }

  test('is 503 during the start, 200 when all is well, and 503 from the moment of the stop', async () => {
    const { readiness, url } = await openPort();

    const starting = await ask(url);
    readiness.begin({ database: ok, queue: ok });
    const running = await ask(url);
    readiness.end();
    const stopping = await ask(url);

    expect(starting).toEqual({ status: 503, body: { status: 'starting', checks: {} } });
    const checks = { database: 'ok', queue: 'ok' };
    expect(running).toEqual({ status: 200, body: { status: 'ok', checks } });
    expect(stopping).toEqual({ status: 503, body: { status: 'stopping', checks: {} } });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('names what failed and keeps the reason for the log, which hears it once', async () => {
    const lines: string[] = [];
    const listened = pino({}, { write: (line: string) => void lines.push(line) });
    const { readiness, url } = await openPort(listened);
    let isWell = false;
    const storage = async () => {
      if (!isWell) throw new Error('no space on /srv/media');
    };
    readiness.begin({ database: ok, storage: { run: storage } });

    const answers = [await ask(url), await ask(url)];
    isWell = true;
    const after = await ask(url);

    const body = { status: 'unavailable', checks: { database: 'ok', storage: 'failed' } };
    expect(answers).toEqual([
      { status: 503, body },
      { status: 503, body },
    ]);
    expect(after.status).toBe(200);
    expect(lines.filter((line) => line.includes('no space on /srv/media'))).toHaveLength(1);
    expect(lines.at(-1)).toContain('ready again: storage');
  });

  test('is 200 without what only some requests need, which it names, as a figure does', async () => {
    const { readiness, url } = await openPort();
    const space = { run: () => Promise.reject(new Error('full')), degrades: true };
    readiness.begin({ database: ok, space });

    const answer = await ask(url);
    const figures = await (await fetch(`${url}/metrics`)).text();

    const checks = { database: 'ok', space: 'degraded' };
    expect(answer).toEqual({ status: 200, body: { status: 'ok', checks } });
    expect(figures).toContain('\nreadiness_check_ok{check="database"} 1\n');
    expect(figures).toContain('\nreadiness_check_ok{check="space"} 0\n');
  });

  test('remembers a failure of what is dear too, for some seconds', async () => {
    const { readiness, url } = await openPort();
    let asked = 0;
    const run = async () => {
      asked += 1;
      throw new Error('full');
    };
    readiness.begin({ space: { run, rememberMs: 5_000 } });

    const statuses = [(await ask(url)).status, (await ask(url)).status];

    expect([statuses, asked]).toEqual([[503, 503], 1]);
  });

  test('is 503 when a check does not answer in time, which is then not begun again before it ends', async () => {
    const readiness = createReadiness({ log: noLog, limitMs: 20 });
    const answer = Promise.withResolvers<void>();
    let begun = 0;
    const silent = () => {
      begun += 1;
      return answer.promise;
    };
    readiness.begin({ database: { run: silent }, queue: ok });

    const reports = [await readiness.report(), await readiness.report()];
    answer.resolve();

    const failed = { status: 'unavailable', checks: { database: 'failed', queue: 'ok' } };
    expect(reports).toEqual([failed, failed]);
    expect(begun).toBe(1);
    await eventually(async () => expect((await readiness.report()).status).toBe('ok'));
  });

  test('is 503 for whoever asked before the stop and hears after it', async () => {
    const { readiness, url } = await openPort();
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const run = () => {
      asked.resolve();
      return answer.promise;
    };
    readiness.begin({ database: { run } });

    const answered = ask(url);
    await asked.promise;
    readiness.end();
    answer.resolve();

    expect(await answered).toEqual({ status: 503, body: { status: 'stopping', checks: {} } });
  });

  test('asks once for all who ask at the same time, and remembers what is dear', async () => {
    const { readiness, url } = await openPort();
    const asked = { database: 0, ffmpeg: 0 };
    const release = Promise.withResolvers<void>();
    const database = () => {
      asked.database += 1;
      return release.promise;
    };
    const ffmpeg = async () => {
      asked.ffmpeg += 1;
    };
    readiness.begin({ database: { run: database }, ffmpeg: { run: ffmpeg, rememberMs: 60_000 } });

    const together = [ask(url), ask(url), ask(url)];
    await eventually(async () => expect(asked).toEqual({ database: 1, ffmpeg: 1 }));
    release.resolve();
    for (const { status } of await Promise.all(together)) expect(status).toBe(200);
    await ask(url);

    expect(asked.ffmpeg).toBe(1);
  });
});

describe('The figures of requests', () => {
  let metrics: Metrics;
  let server: Listening;
  let ended: Promise<void>;

  beforeAll(async () => {
    metrics = createMetrics();
    const app = createShell({ log: noLog, trustedProxies: [], metrics });
    const router = express.Router();
    router.get('/things/:id', (_request, response) => response.send('thing'));
    router.get('/:slug/live', (_request, response) => {
      response.set('Content-Type', 'text/event-stream').flushHeaders();
    });
    router.get('/pages/:slug/', (_request, response) => response.send('page'));
    router.get('/broken/:id', () => {
      throw new Error('broken');
    });
    router.get('/never', (request) => {
      ended = new Promise((resolve) => request.once('close', resolve));
    });
    app.use('/api', router);
    app.use(
      '/docs',
      apiReference(() => ({ info: { title: 'An API' } })),
    );
    app.use('/files', namedRoute('/:name'), (_request, response) => response.send('file'));
    server = await listen(app, { host: '127.0.0.1', port: 0 });
    closing.push(() => server.stop());
  });

  /** Label sets of the requests that were counted. */
  async function counted(): Promise<string[]> {
    const { text } = await metrics.scrape();
    return [...text.matchAll(/^http_request_duration_seconds_count\{(.*)\} \d+$/gm)].map(
      ([, labels]) => labels ?? '',
    );
  }

  test.each([
    ['/api/things/7', 'method="GET",route="/api/things/:id",status_code="200"'],
    ['/API/things/8', 'method="GET",route="/api/things/:id",status_code="200"'],
    ['/api/pages/lecture-7/', 'method="GET",route="/api/pages/:slug/",status_code="200"'],
    ['/api/broken/7', 'method="GET",route="/api/broken/:id",status_code="500"'],
    ['/docs/swagger-ui.css', 'method="GET",route="/docs/:asset",status_code="200"'],
    ['/files/7.bin', 'method="GET",route="/files/:name",status_code="200"'],
    ['/wp-login.php', 'method="GET",route="other",status_code="404"'],
    ['/readyz', 'method="GET",route="/readyz",status_code="503"'],
  ])('name the route of %s, never what is particular about it', async (path, labels) => {
    await (await fetch(`${server.url}${path}`)).text();

    await eventually(async () => expect(await counted()).toContain(labels));
    expect((await counted()).join()).not.toMatch(/7|8|wp-login|API/);
  });

  test('leave out live streams, which are counted while somebody follows', async () => {
    const gone = new AbortController();
    await fetch(`${server.url}/api/lecture/live`, { signal: gone.signal });

    expect((await metrics.scrape()).text).toContain('http_requests_in_flight{kind="stream"} 1');
    gone.abort();

    await eventually(async () =>
      expect((await metrics.scrape()).text).toContain('http_requests_in_flight{kind="stream"} 0'),
    );
    expect((await counted()).join()).not.toContain('live');
  });

  test('call it 499 when the client goes away before the answer', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET /api/never HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(async () => expect(ended).toBeDefined());
    socket.destroy();
    await ended;

    await eventually(async () =>
      expect(await counted()).toContain('method="GET",route="/api/never",status_code="499"'),
    );
  });
});
