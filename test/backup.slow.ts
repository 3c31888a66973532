import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  type RecordingServer,
  requireTool,
  type SystemPostgres,
  startRecordingServer,
  startSystemPostgres,
} from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type FilledSigning, fillSigning, signingEnv } from './support/filled-signing.ts';
import { type FilledVideo, fillVideo, videoEnv } from './support/filled-video.ts';
import { repositoryRoot } from './support/start-demo.ts';
import { startService } from './support/start-service.ts';

describe('A backup by the commands of docs/backup.md, destroyed and restored by them', () => {
  let folder: string;
  let webhook: RecordingServer;
  let postgres: SystemPostgres;
  let restored: SystemPostgres;
  let contained: SystemPostgres;
  let signing: FilledSigning;
  let video: FilledVideo;
  const urls = { signing: '', video: '' };

  beforeAll(async () => {
    await requireTool('rsync');
    folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
    await writeFile(path.join(folder, 'docker'), docker, { mode: 0o755 });
    webhook = await startRecordingServer();
    postgres = await startSystemPostgres();
    urls.signing = await postgres.createDatabase('conventions_signing');
    urls.video = await postgres.createDatabase('video_rest');
    {
      await using service = await startService('conventions-signing', signingOn(postgres));
      signing = await fillSigning(service.url, { webhook, signedBytes: 5_000_000 });
      await using videoService = await startService('video-rest', videoOn(postgres));
      video = await fillVideo(videoService.url, videoOn(postgres));
      // Both are running, and a call to the signing application is under way.
      await runBlocks(postgres, ['save', 'base-backup', 'compose-save']);
      await Promise.all([service.kill('SIGTERM'), videoService.kill('SIGTERM')]);
    }
    for (const name of ['media', 'signing', 'video'])
      await rm(path.join(folder, name), { recursive: true, force: true });
  }, 600_000);

  afterAll(async () => {
    await postgres?.[Symbol.asyncDispose]();
    await restored?.[Symbol.asyncDispose]();
    await contained?.[Symbol.asyncDispose]();
    await webhook.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function signingOn(server: SystemPostgres) {
    const dataDir = path.join(folder, 'signing');
    return { ...signingEnv(webhook), DATA_DIR: dataDir, DATABASE_URL: on(server, urls.signing) };
  }

  function videoOn(server: SystemPostgres) {
    const places = { DATA_DIR: path.join(folder, 'video'), MEDIA_ROOT: path.join(folder, 'media') };
    return { ...videoEnv, ...places, DATABASE_URL: on(server, urls.video) };
  }

  /** Runs blocks of the document as somebody who has set the variables of its beginning. */
  async function runBlocks(
    server: SystemPostgres,
    names: string[],
    { passwordOf = server }: { passwordOf?: SystemPostgres } = {},
  ): Promise<void> {
    const { username, password } = new URL(passwordOf.adminUrl);
    const passwordFile = path.join(folder, 'pgpass');
    await writeFile(passwordFile, `*:*:*:${username}:${password}\n`, { mode: 0o600 });
    for (const name of names) {
      const isComposed = name.startsWith('compose-');
      await promisify(execFile)('/bin/sh', ['-eu', '-c', await blockOf(name)], {
        cwd: folder,
        env: {
          PATH: `${folder}:${server.bin}:${process.env.PATH}`,
          PGHOST: '127.0.0.1',
          PGPORT: String(server.port),
          PGUSER: username,
          PGPASSFILE: passwordFile,
          MEDIA_ROOT: path.join(folder, 'media'),
          BACKUP: path.join(folder, isComposed ? 'backup-of-containers' : 'backup'),
          MEDIA_VOLUME: 'campus-services_media',
        },
      });
    }
  }

  test('Given a new server, When everything is restored, Then PDFs, media, tokens and accounts are there, the call is made, and numbers go on', async () => {
    restored = await startSystemPostgres();
    await runBlocks(restored, ['restore-roles']);
    await runBlocks(restored, ['restore'], { passwordOf: postgres });

    await using service = await startService('conventions-signing', signingOn(restored));
    await signing.expectAll(service.url);
    await using videoService = await startService('video-rest', videoOn(restored));
    await video.expectAll(videoService.url);
  }, 600_000);

  test('Given new containers with secrets of their own, When everything is restored into them, Then it is there', async () => {
    contained = await startSystemPostgres();
    // As the container's first start makes them.
    const [signingUrl, videoUrl] = [
      await contained.createDatabase('conventions_signing'),
      await contained.createDatabase('video_rest'),
    ];
    await rm(path.join(folder, 'media'), { recursive: true, force: true });
    await mkdir(path.join(folder, 'media'));

    await runBlocks(contained, ['compose-restore']);

    await using service = await startService('conventions-signing', {
      ...signingOn(contained),
      DATABASE_URL: signingUrl,
    });
    await signing.expectAll(service.url);
    await using videoService = await startService('video-rest', {
      ...videoOn(contained),
      DATABASE_URL: videoUrl,
    });
    await video.expectAll(videoService.url);
  }, 600_000);

  test('Given a base backup in the place of the data folder, Then the server starts with all that was there', async () => {
    await postgres.restart(async () => {
      await rm(postgres.dataDir, { recursive: true });
      await cp(path.join(folder, 'backup/base'), postgres.dataDir, { recursive: true });
    });

    const client = new pg.Client({ connectionString: urls.signing });
    await client.connect();
    const { rows } = await client.query('select state::text from signables order by number');
    await client.end();
    expect(rows).toEqual([{ state: 'signed' }, { state: 'signing' }, { state: 'draft' }]);
  });
});

/** Stands for the client of Docker: what is to be done in the container of the database is done beside it. */
const docker = `#!/bin/sh
case "$1 $2" in
  'compose exec')
    shift 4
    exec "$@"
    ;;
  'volume inspect') echo "$MEDIA_ROOT" ;;
  *) ;;
esac
`;

/** The same database on another server, to which the roles came with their passwords. */
function on(server: SystemPostgres, url: string): string {
  const there = new URL(url);
  there.port = String(server.port);
  return there.href;
}

/** The commands of the document that stand below `<!-- run: name -->`. */
async function blockOf(name: string): Promise<string> {
  const text = await readFile(path.join(repositoryRoot, 'docs/backup.md'), 'utf8');
  const [, block] = new RegExp(`<!-- run: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/backup.md has no commands "${name}"`);
  return block;
}
