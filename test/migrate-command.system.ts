import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { fillSigning, signingEnv } from './support/filled-signing.ts';
import { fillVideo, videoEnv } from './support/filled-video.ts';
import { runCommand } from './support/run-command.ts';
import { startService } from './support/start-service.ts';
import { useNeighbours } from './support/use-neighbours.ts';

const beside = useNeighbours();

/** A role that may sign in and nothing else; the URL with which it uses the database of `url`. */
async function givenRole(url: string, role: string): Promise<string> {
  const client = new pg.Client({ connectionString: beside.postgres.adminUrl });
  await client.connect();
  await client.query(`create role ${role} login password 'for-tests'`);
  await client.end();
  const own = new URL(url);
  own.username = role;
  own.password = 'for-tests';
  return own.href;
}

describe('npm run migrate, on a database of the distribution’s PostgreSQL', () => {
  test('Given an empty database, Then --check says what is pending with exit 2, and after migrating that nothing is', async () => {
    const env = { DATABASE_URL: await beside.postgres.createDatabase('checked') };

    const before = await runCommand('conventions-signing', ['migrate', '--check'], env);
    expect(before).toMatchObject({ status: 2, errors: '' });
    expect(before.output).toMatch(/^(pending: \d{14}_\w+\n)+pending: the tables of the job queue\n$/);

    const migrated = await runCommand('conventions-signing', ['migrate'], env);
    expect(migrated).toMatchObject({ status: 0, errors: '' });
    expect(migrated.output).toMatch(
      /^(migration \d{14}_\w+ applied\n)+the tables of the job queue .*\nThe database is up to date\.\n$/,
    );

    const again = { status: 0, output: 'The database is up to date.\n', errors: '' };
    expect(await runCommand('conventions-signing', ['migrate'], env)).toMatchObject(again);
    expect(await runCommand('conventions-signing', ['migrate', '--check'], env)).toMatchObject(again);
  });

  test('Given a role that may change no tables, When migrate has granted it their use, Then a signing service works as that role', async () => {
    const owner = await beside.postgres.createDatabase('signing_owner');
    const role = await givenRole(owner, 'signing_service');
    const granted = await runCommand('conventions-signing', ['migrate', '--grant', 'signing_service'], {
      DATABASE_URL: owner,
    });
    expect(granted).toMatchObject({ status: 0, errors: '' });

    await using service = await startService('conventions-signing', {
      ...signingEnv(beside.webhook),
      DATA_DIR: path.join(beside.folder, 'signing'),
      DATABASE_URL: role,
    });
    const filled = await fillSigning(service.url, { webhook: beside.webhook });
    await service.kill('SIGTERM');
    await using next = await startService('conventions-signing', {
      ...signingEnv(beside.webhook),
      DATA_DIR: path.join(beside.folder, 'signing'),
      DATABASE_URL: role,
    });
    await filled.expectAll(next.url);

    for (const { output } of [service, next]) expect(output()).not.toMatch(/"level":[56]0/);
  });

  test('Given such a role, Then a video service works as it, with its encoder', async () => {
    const owner = await beside.postgres.createDatabase('video_owner');
    const role = await givenRole(owner, 'video_service');
    const granted = await runCommand('video-rest', ['migrate', '--grant', 'video_service'], {
      DATABASE_URL: owner,
    });
    expect(granted).toMatchObject({ status: 0, errors: '' });
    const env = { ...videoEnv, DATA_DIR: path.join(beside.folder, 'video'), DATABASE_URL: role };

    await using service = await startService('video-rest', env);
    const filled = await fillVideo(service.url, env);
    await filled.expectAll(service.url);

    expect(service.output()).not.toMatch(/"level":[56]0/);
  });

  test('Given a role that is not there, Then one sentence and exit 1; given both options, the usage and exit 64', async () => {
    const env = { DATABASE_URL: await beside.postgres.createDatabase('nobodys') };

    expect(await runCommand('video-rest', ['migrate', '--grant', 'nobody'], env)).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/^The role "nobody" was given nothing: .* does not exist\.\n$/),
    });
    expect(await runCommand('video-rest', ['migrate', '--check', '--grant', 'x'], env)).toMatchObject({
      status: 64,
      errors: expect.stringContaining('usage: npm run migrate -w apps/video-rest'),
    });
  });
});
