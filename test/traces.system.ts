import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import {
  createTestDatabase,
  eventually,
  freePort,
  type StartedProcess,
  startRecordingServer,
} from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import {
  startServiceProcess as startSigning,
  webhookEnv,
} from '../apps/conventions-signing/test/support/process.ts';
import { givenDraft } from '../apps/conventions-signing/test/support/records.ts';
import { basic } from '../apps/video-rest/test/support/accounts.ts';
import { clip } from '../apps/video-rest/test/support/clips.ts';
import { givenUpload, untilState } from '../apps/video-rest/test/support/encode-videos.ts';
import { clientWith } from '../apps/video-rest/test/support/service.ts';
import {
  makeDataDir,
  startServiceProcess as startVideo,
} from '../apps/video-rest/test/support/service-process.ts';
import { type ReceivedSpan, startTraceReceiver } from './support/trace-receiver.ts';

const rootPassword = 'root-password';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${callerSpan}-01`;
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function place(template: string): Promise<{ databaseUrl: string; dataDir: string }> {
  const database = await createTestDatabase(template);
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  return { databaseUrl: database.url, dataDir };
}

async function givenReceiver(): ReturnType<typeof startTraceReceiver> {
  const receiver = await startTraceReceiver();
  closing.push(() => receiver.stop());
  return receiver;
}

async function givenVideo(env: Record<string, string>) {
  const service = await startVideo({ ...(await place('video-rest')), rootPassword, env });
  closing.push(() => service.kill('SIGKILL'));
  return service;
}

/** The span with this name, and those that it stands below, from it up to what has called. */
function upwards(spans: readonly ReceivedSpan[], name: string): string[] {
  const names: string[] = [];
  let span = spans.find((one) => one.name === name);
  while (span !== undefined) {
    const { parentSpanId } = span;
    names.push(span.name);
    if (parentSpanId === callerSpan) names.push('the caller');
    span = spans.find(({ spanId }) => spanId === parentSpanId);
  }
  return names;
}

function logOf(service: StartedProcess): Record<string, unknown>[] {
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('Given a receiver of traces, When a video is sent to be encoded, Then one tree shows request, statements, job and ffmpeg, and the log names it', async () => {
  const receiver = await givenReceiver();
  const service = await givenVideo({
    ENCODE_CONCURRENCY: '1',
    TRACES_ENDPOINT: receiver.endpoint,
    TRACES_RATIO: '1',
  });
  const client = clientWith(service.url, { Authorization: basic('root', rootPassword) });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root = { id: body.id, username: 'root', url: body.url, token: '', client };
  const { id, slug } = await givenUpload(Object.assign(service, { root, staff: root }), {
    source: await clip('silent'),
  });

  await client.get('/rest/launch_encode_view/').query({ slug }).set('traceparent', traceparent).expect(200);
  await untilState(Object.assign(service, { root, staff: root }), id, 'done');

  const spans = await eventually(() => {
    const all = receiver.spans().filter((span) => span.traceId === traceId);
    return all.some(({ name }) => name === 'job encode-video') && all;
  });
  const request = 'GET /rest/launch_encode_view/';
  expect(upwards(spans, 'ffmpeg')).toEqual(['ffmpeg', 'job encode-video', request, 'the caller']);
  expect(upwards(spans, 'select videos')).toEqual(['select videos', request, 'the caller']);
  const adding = spans.find(({ name }) => name.startsWith('insert pgboss.'))?.name ?? '';
  expect(upwards(spans, adding)).toEqual([adding, request, 'the caller']);
  expect(spans.find(({ name }) => name === request)?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/rest/launch_encode_view/',
    'http.response.status_code': 200,
  });
  expect(spans.filter(({ status }) => status?.code === 2)).toEqual([]);
  const named = () =>
    logOf(service)
      .filter(({ trace_id }) => trace_id === traceId)
      .map(({ msg }) => String(msg));
  await eventually(() => {
    expect(named()).toContainEqual(expect.stringContaining('GET /rest/launch_encode_view/ 200'));
    expect(named()).toContain(`encoding of video ${id} is done`);
  });
  for (const secret of [slug, rootPassword, 'Basic ', service.url.slice(7)])
    expect(receiver.received()).not.toContain(secret);
});

test('Given a receiver of traces, When an agreement is sent to be signed, Then the signing application can go on with the trace', async () => {
  const receiver = await givenReceiver();
  const application = await startRecordingServer();
  closing.push(() => application.stop());
  const { databaseUrl, dataDir } = await place('conventions-signing');
  const service = await startSigning({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TRACES_ENDPOINT: receiver.endpoint,
    TRACES_RATIO: '1',
    ...webhookEnv(application.url),
  });
  closing.push(() => service.kill('SIGKILL'));
  const { id } = await givenDraft(service);

  await service.institution
    .post(`/api/conventions/${id}/signature`)
    .set('traceparent', traceparent)
    .expect(202);

  const call = await eventually(
    () => receiver.spans().find((span) => span.traceId === traceId && span.name === 'call GET') ?? null,
  );
  const spans = await eventually(() => {
    const all = receiver.spans().filter((span) => span.traceId === traceId);
    const isThere = (...names: string[]) => names.every((one) => all.some(({ name }) => name === one));
    return isThere('job webhook-delivery', 'POST /api/conventions/:id/signature') && all;
  });
  expect(application.requests.map(({ headers }) => headers.traceparent)).toEqual([
    `00-${traceId}-${call.spanId}-01`,
  ]);
  expect(upwards(spans, 'call GET')).toEqual([
    'call GET',
    'job webhook-delivery',
    'POST /api/conventions/:id/signature',
    'the caller',
  ]);
});

test('Given a receiver that is away, When many requests come, Then all are answered, what is lost is counted, and the log tells once', async () => {
  const port = await freePort();
  const service = await givenVideo({
    TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces`,
    TRACES_RATIO: '1',
  });
  const spansThat = async (result: string) => {
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    return Number(new RegExp(`^trace_spans_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const headers = { Authorization: basic('root', rootPassword) };
  const ask = async () => (await fetch(`${service.url}/rest/videos/`, { headers })).status;
  const told = (what: RegExp) => logOf(service).filter(({ msg }) => what.test(String(msg))).length;

  for (let round = 0; round < 30; round += 1)
    expect(new Set(await Promise.all(Array.from({ length: 40 }, ask)))).toEqual(new Set([200]));
  // More than may wait were opened, and none was taken.
  await eventually(async () => expect(await spansThat('dropped')).toBeGreaterThan(2048));
  await eventually(() => told(/^traces cannot be sent/) === 1);
  expect(await spansThat('sent')).toBe(0);

  const receiver = await startTraceReceiver(port);
  closing.push(() => receiver.stop());
  await eventually(async () => {
    await ask();
    return (await spansThat('sent')) > 0;
  });
  await eventually(() => told(/^traces are sent again$/) === 1);
  expect(told(/^traces cannot be sent/)).toBe(1);
});

test('Given a receiver that lets the head or the body of its answer drip for ever, When a request is traced, Then its spans wait no longer than for any other', async () => {
  const beginnings = ['200 OK\r\nX-Padding: ', '200 OK\r\nContent-Length: 100000\r\n\r\n'];
  let answered = 0;
  const receiver = createServer((socket) => {
    socket.on('error', () => undefined).write(`HTTP/1.1 ${beginnings[answered % 2]}`);
    answered += 1;
    const dripping = setInterval(() => socket.write('x'), 200);
    socket.resume().on('close', () => clearInterval(dripping));
  });
  closing.push(async () => receiver.close());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const service = await givenVideo({
    TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces`,
    TRACES_RATIO: '1',
  });
  const told = async () => {
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    const counts = [...text.matchAll(/^trace_spans_total\{result="\w+"\} (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };

  let before = 0;
  for (const _beginning of beginnings) {
    await (await fetch(`${service.url}/rest/videos/`)).text();
    before = await eventually(async () => {
      const count = await told();
      return count > before && count;
    });
  }
  expect(answered).toBeGreaterThanOrEqual(2);
});

/** Of a low number, so that whoever samples by ids samples it at nearly any share. */
const chosenId = '00000000000000000000000000000001';

test.each([
  ['0', traceId],
  ['0.000001', chosenId],
])(
  'Given a share of %s, When a caller has sampled the trace %s, Then no more of it is sent',
  async (ratio, id) => {
    const receiver = await givenReceiver();
    const service = await givenVideo({ TRACES_ENDPOINT: receiver.endpoint, TRACES_RATIO: ratio });

    const headers = { traceparent: `00-${id}-${callerSpan}-01` };
    const answer = await fetch(`${service.url}/rest/videos/`, { headers });
    await answer.text();
    await service.kill('SIGTERM');

    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(receiver.spans()).toEqual([]);
  },
);
