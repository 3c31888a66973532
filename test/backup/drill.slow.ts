import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  eventually,
  postgresOn,
  type RecordingServer,
  requireTool,
  type SystemPostgres,
  startRecordingServer,
  startSystemPostgres,
} from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { signingEnv } from '../support/filled-signing.ts';
import { videoEnv } from '../support/filled-video.ts';
import { runCommand } from '../support/run-command.ts';
import { callerOf } from '../support/service-calls.ts';
import { repositoryRoot } from '../support/start-demo.ts';
import { type StartedService, startService } from '../support/start-service.ts';
import { createAgreements } from './agreements.ts';
import type { Loop } from './books.ts';
import { createOperator, type Operator } from './commands.ts';
import { createLectures } from './lectures.ts';
import { bucketOfItsOwn, folderBelow, type MediaPlace } from './media-places.ts';

describe.each([
  ['a folder', folderBelow],
  ['a bucket', bucketOfItsOwn],
])('Given media in %s, and a machine that is lost under load', (_what, givenPlace) => {
  let folder: string;
  let webhook: RecordingServer;
  let postgres: SystemPostgres;
  let operator: Operator;
  let place: MediaPlace;
  let drill: Awaited<ReturnType<typeof loseTheMachine>>;
  const closing: (() => Promise<unknown>)[] = [];
  const urls = { signing: '', video: '' };

  beforeAll(async () => {
    await requireTool('rclone');
    folder = await mkdtemp(path.join(tmpdir(), 'drill-'));
    closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    place = await givenPlace(folder);
    closing.push(() => place.close());
    webhook = await startRecordingServer();
    closing.push(() => webhook.stop());
    operator = await createOperator(folder);
    postgres = await startSystemPostgres({ settings: await operator.archiveSettings() });
    closing.push(async () => postgres[Symbol.asyncDispose]());
    urls.signing = await postgres.createDatabase('conventions_signing');
    urls.video = await postgres.createDatabase('video_rest');
    drill = await loseTheMachine();
  }, 900_000);
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  }, 60_000);

  const signingOn = (server: SystemPostgres) => ({
    ...{ ...signingEnv(webhook), DATA_DIR: path.join(folder, 'signing') },
    DATABASE_URL: on(server, urls.signing),
  });
  const videoOn = (server: SystemPostgres) => ({
    ...{ ...videoEnv, ...place.parameters(), DATA_DIR: path.join(folder, 'video') },
    DATABASE_URL: on(server, urls.video),
  });

  /** Both services, and somebody who calls them. */
  async function startBoth(server: SystemPostgres, token?: string) {
    const started = await Promise.all([
      startService('conventions-signing', signingOn(server)),
      startService('video-rest', videoOn(server)),
    ]);
    for (const service of started) closing.push(async () => service[Symbol.asyncDispose]());
    const [signing, video] = started.map(({ url }) => url) as [string, string];
    const { APPLI_MANAGEMENT_TOKENS, APPLI_PUBLIC_TOKENS } = signingEnv(webhook);
    const made =
      token ?? (await runCommand('video-rest', ['token', 'create', 'root'], videoOn(server))).output;
    const videoToken = made.trimEnd().split('\n').at(-1) ?? '';
    return {
      ...{ started, videoToken },
      institution: callerOf(signing, `Bearer ${APPLI_MANAGEMENT_TOKENS}`),
      vendor: callerOf(signing, `Bearer ${APPLI_PUBLIC_TOKENS}`),
      video: callerOf(video, `Token ${videoToken}`),
    };
  }

  async function loseTheMachine() {
    const services = await startBoth(postgres);
    const agreements = createAgreements(services);
    const lectures = await createLectures(services.video);
    let copiedBefore = 0;
    const loops: Loop[] = [
      ...[agreements.loop(), ...lectures.loops()],
      lectures.deleting(() => copiedBefore),
    ];
    const goOn = async () => {
      const done = () => [agreements.books.done(4).length, lectures.books.done(2).length];
      const before = done();
      await eventually(() => done().every((count, index) => count > (before[index] ?? 0) + 1), {
        ...{ timeoutMs: 180_000, describe: 'the load goes on', seen: done },
      });
    };
    const save = async () => {
      const from = Date.now();
      await operator.run(postgres, [place.block, 'save'], { env: place.variables() });
      copiedBefore = from;
      return { from, until: Date.now() };
    };
    const deleted = (count: number) =>
      eventually(() => lectures.books.done(3).length >= count, { timeoutMs: 120_000 });
    await goOn();
    await operator.run(postgres, ['base-backup']);
    await goOn();
    await save();
    await operator.run(postgres, ['base-backup']);
    const halfUpload = await lectures.bringHalf('Half');
    await Promise.all([goOn(), deleted(1)]);
    const moment = Date.now();
    await Promise.all([goOn(), deleted(2)]);
    const saved = await save();
    await goOn();
    await archivedSince(postgres, moment);

    // Everything is lost at once, whatever is under way.
    const ends = loops.map((loop) => loop.end());
    for (const service of services.started) await (service as StartedService).kill('SIGKILL');
    process.kill(await postgresOn(postgres.dataDir), 'SIGKILL');
    const failures = (await Promise.all(ends)).flat();
    await place.lose();
    for (const name of ['signing', 'video'])
      await rm(path.join(folder, name), { recursive: true, force: true });
    return { agreements, lectures, halfUpload, moment, saved, failures, token: services.videoToken };
  }

  /** Starts the services on what was restored, and holds it against the books. */
  async function compare(server: SystemPostgres, cut: { from: number; until: number }) {
    const { agreements, lectures, token } = drill;
    const services = await startBoth(server, token);
    await operator.run(server, ['verify'], { env: signingOn(server), cwd: repositoryRoot });
    return {
      services,
      wrong: [
        ...agreements.books.check(await agreements.look(services.institution), cut),
        ...lectures.books.check(await lectures.look(services.video), { ...cut, absent: [0, 3] }),
      ],
    };
  }

  test('When the last dump is restored on an empty machine, Then all is there that anybody was told before, and nothing is dangling', async () => {
    const restored = await startSystemPostgres();
    closing.push(async () => restored[Symbol.asyncDispose]());
    await place.renew();

    await operator.run(restored, ['restore-roles']);
    const { password } = new URL(postgres.adminUrl);
    await operator.run(restored, [place.block, 'restore'], { env: place.variables(), password });

    const { services, wrong } = await compare(restored, drill.saved);
    expect({ wrong, failures: drill.failures }).toEqual({ wrong: [], failures: [] });
    if (place.copiesUploads) {
      await drill.halfUpload(services.video);
      const half = await eventually(
        async () => (await drill.lectures.look(services.video)).get('Half') ?? null,
      );
      expect(half.flaws).toEqual([]);
    }
    process.stdout.write(
      `${place.block}: ${drill.agreements.books.entries.size} agreements, ${drill.lectures.books.entries.size} videos, ` +
        `saved in ${drill.saved.until - drill.saved.from} ms\n`,
    );
    await Promise.all(services.started.map((service) => service.kill('SIGTERM')));
    await place.lose();
  }, 600_000);

  test('When a moment is restored from base backup and log, Then all is there that anybody was told by then, and nothing of later', async () => {
    await place.renew();
    await postgres.restart(async () => {
      await rm(postgres.dataDir, { recursive: true });
      const env = { PGDATA: postgres.dataDir, MOMENT: asPostgresWrites(new Date(drill.moment)) };
      await operator.run(postgres, ['restore-to-a-moment'], { env });
    });
    await operator.run(postgres, [place.block, 'restore-media'], { env: place.variables() });

    const { wrong } = await compare(postgres, { from: drill.moment, until: drill.moment });

    expect(wrong).toEqual([]);
  }, 600_000);
});

/** The same database on another server, to which the roles came with their passwords. */
function on(server: SystemPostgres, url: string): string {
  return Object.assign(new URL(url), { port: server.port }).href;
}

/** With an offset: it refuses names of time zones there, `Z` too. */
function asPostgresWrites(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '+00');
}

/** Until the archive reaches beyond a moment, by itself. */
async function archivedSince(server: SystemPostgres, moment: number): Promise<void> {
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  const counts = async () => {
    const { rows } = await client.query<{ later: string; failed: string }>(
      `select (select count(*) from pg_ls_dir('pg_wal/archive_status') name
         where name ~ '^[0-9A-F]{24}[.]done$'
           and (pg_stat_file('pg_wal/archive_status/' || name)).modification > to_timestamp($1)) as later,
         failed_count as failed from pg_stat_archiver`,
      [moment / 1000 + 1],
    );
    return rows[0];
  };
  // The first of them may end before the moment.
  await eventually(async () => Number((await counts())?.later) >= 2, {
    ...{ timeoutMs: 240_000, intervalMs: 1000, describe: 'the log is archived', seen: counts },
  });
  expect((await counts())?.failed).toBe('0');
  await client.end();
}
