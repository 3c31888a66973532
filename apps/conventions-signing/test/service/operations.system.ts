import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { countWaiting, eventually, startRecordingServer } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { keptInMemoryBytes } from '../../src/http/receive/temporary-file.ts';
import { validPdf } from '../support/pdfs.ts';
import {
  beginServiceProcess,
  type ServiceProcess,
  startServiceProcess,
  webhookEnv,
} from '../support/process.ts';
import { useProcessPlace } from '../support/process-place.ts';
import { givenDraft, metadata, recordOf } from '../support/records.ts';
import { managementToken } from '../support/service.ts';

// What operators and orchestrators see of the whole process. The machine may be busy: the limits are generous.
const place = useProcessPlace();

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess({
    DATABASE_URL: place.database.url,
    DATA_DIR: place.dataDir,
    ...env,
  });
  place.closing.push(() => service.kill('SIGKILL'));
  return service;
}

async function ready(url: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
}

/** The figures, without what Node tells of every process and without the buckets. */
async function scrape({ metricsUrl }: Pick<ServiceProcess, 'metricsUrl'>): Promise<string> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return text.replace(/^(#|nodejs_|process_|\w+_bucket\{).*\n/gm, '');
}

/** Holds up every change of a record until it is let go. */
async function holdRecords(): Promise<{
  release: () => Promise<void>;
  untilSomebodyWaits: () => Promise<void>;
}> {
  const sql = new pg.Pool({ connectionString: place.database.url });
  place.closing.push(() => sql.end());
  const blocker = await sql.connect();
  await blocker.query('begin; lock table signables in exclusive mode');
  return {
    release: async () => {
      await blocker.query('rollback');
      blocker.release();
    },
    untilSomebodyWaits: async () => {
      await eventually(async () => Number(await countWaiting(sql)) > 0);
    },
  };
}

/** A connection that sends this, and whether it is still there. */
async function openConnection(url: string, sends: string) {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  place.closing.push(async () => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    received += piece;
  });
  await once(socket, 'connect');
  socket.write(sends);
  return { received: () => received, isOpen: () => !socket.destroyed && !socket.readableEnded };
}

describe('A process of the service', () => {
  test('Given a process that waits to migrate, Then it is alive, and not ready before it has', async () => {
    const other = new pg.Client({ connectionString: place.database.url });
    await other.connect();
    place.closing.push(() => other.end());
    await other.query('drop schema public cascade; create schema public');
    // The lock of migrations.
    await other.query('select pg_advisory_lock(4071822015)');
    const service = beginServiceProcess({ DATABASE_URL: place.database.url, DATA_DIR: place.dataDir });
    place.closing.push(() => service.kill('SIGKILL'));
    const [, metricsUrl = ''] = await service.waitForOutput(/metrics on (http:\/\/[\w.:]+)/);
    await service.waitForOutput(/waiting for another process that is migrating/);

    expect((await fetch(`${metricsUrl}/healthz`)).status).toBe(200);
    expect(await ready(metricsUrl)).toMatchObject({ status: 503, body: { status: 'starting' } });

    await other.query('select pg_advisory_unlock_all()');
    await service.waitForOutput(/ready on/);
    expect(await ready(metricsUrl)).toMatchObject({ status: 200 });
  });

  test('tells what it does: requests by route, deliveries, queue and connections', async () => {
    const webhook = await startRecordingServer();
    place.closing.push(() => webhook.stop());
    const service = await start(webhookEnv(webhook.url));
    const { id } = await givenDraft(service);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.state).toBe('delivered'),
    );

    await eventually(async () => {
      // Each time: an idle connection is closed after 10 s.
      await service.vendor.get('/public/api/conventions/999999999').expect(404);
      const text = await scrape(service);
      expect(text).toContain('webhook_deliveries_total{result="delivered"} 1\n');
      expect(text).toContain('webhook_deliveries_total{result="failed"} 0\n');
      expect(text).toContain('webhook_attempt_duration_seconds_count{result="delivered"} 1\n');
      expect(text).toMatch(/^job_queue_jobs\{queue="[\w-]+",state="ready"\} 0$/m);
      expect(text).toMatch(/^database_pool_connections\{state="total"\} [1-9]/m);
      expect(text).toMatch(/^database_pool_waiting 0$/m);
      expect(text).toContain(
        'http_request_duration_seconds_count{method="POST",route="/api/conventions/:id/signature",status_code="202"} 1\n',
      );
      expect(text).toContain('route="/public/api/conventions/:id",status_code="404"');
      expect(text).not.toContain('999999999');
    });
  });

  test('is ready on both ports while it has what it needs, and names what it lacks', async () => {
    const service = await start();
    const checks = { database: 'ok', queue: 'ok', storage: 'ok' };
    expect(await ready(service.url)).toEqual({ status: 200, body: { status: 'ok', checks } });
    expect(await ready(service.metricsUrl)).toEqual({ status: 200, body: { status: 'ok', checks } });

    await rm(path.join(place.dataDir, 'uploads'), { recursive: true });

    const lacking = { status: 'ok', checks: { ...checks, storage: 'degraded' } };
    await eventually(async () =>
      expect(await ready(service.metricsUrl)).toEqual({ status: 200, body: lacking }),
    );
    await service.waitForOutput(/ready, but not for everything: storage/);
    expect(await scrape(service)).toContain('readiness_check_ok{check="storage"} 0\n');
    expect((await fetch(`${service.metricsUrl}/healthz`)).status).toBe(200);
    await service.institution.get('/api/conventions').expect(200);
    const refused = await service.institution
      .post('/api/conventions')
      .field('metadata', JSON.stringify(metadata()))
      .attach('doc', Buffer.from(await validPdf({ bytes: 2 * keptInMemoryBytes })), 'agreement.pdf')
      .expect(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body.detail).toContain('documents cannot be received at the moment');
  });

  test('refuses to start on a port for its metrics that is taken, with one sentence', async () => {
    const { metricsUrl } = await start();
    const { port } = new URL(metricsUrl);

    const second = startServiceProcess({
      DATABASE_URL: place.database.url,
      DATA_DIR: place.dataDir,
      METRICS_PORT: port,
    });

    await expect(second).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port}: the port is taken; stop the other program or set metrics.port`,
    );
  });
});

describe('A process that is told to stop (SIGTERM)', () => {
  test('answers whole what was asked before, is not ready any more meanwhile, and ends well', async () => {
    const service = await start();
    const { id } = await givenDraft(service);
    const records = await holdRecords();
    const kept = await openConnection(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => expect(kept.received()).toContain('{"status":"ok"}'));
    const answered = service.institution.post(`/api/conventions/${id}/signature`).then((answer) => answer);
    await records.untilSomebodyWaits();

    service.child.kill('SIGTERM');
    await eventually(async () =>
      expect(await ready(service.metricsUrl)).toMatchObject({ status: 503, body: { status: 'stopping' } }),
    );
    await eventually(() => expect(kept.isOpen()).toBe(false));
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    expect(await scrape(service)).toContain('http_requests_in_flight{kind="answer"} 1\n');
    // Told twice, as by somebody who is impatient.
    service.child.kill('SIGTERM');
    await records.release();

    const { status, headers } = await answered;
    expect(status).toBe(202);
    expect(headers.connection).toBe('close');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.output()).not.toMatch(/"level":[56]0/);
  });

  test('gives up an upload that does not end, and leaves nothing of it', async () => {
    const service = await start();
    const head = [
      `POST /api/conventions HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${managementToken}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const part = `--b\r\nContent-Disposition: form-data; name="doc"; filename="x.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;
    const upload = await openConnection(
      service.url,
      `${head}\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`,
    );
    await eventually(async () =>
      expect(await scrape(service)).toContain('http_requests_in_flight{kind="answer"} 1\n'),
    );

    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });

    expect(upload.isOpen()).toBe(false);
    expect(await readdir(path.join(place.dataDir, 'uploads'))).toEqual([]);
  });
});
