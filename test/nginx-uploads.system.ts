import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { uploadVideo } from './support/upload-video.ts';
import { tokens, useNginx } from './support/use-nginx.ts';

const institution = useNginx({ listen: 'tls' });
const run = promisify(execFile);
const mebibyte = 2 ** 20;
let folder = '';
let large = '';
/** The file with the certificate that curl trusts. */
let authority = '';

beforeAll(async () => {
  await requireTool('curl');
  folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
  authority = path.join(folder, 'authority.pem');
  await writeFile(authority, institution.nginx.certificate);
  large = path.join(folder, 'large');
  const file = await open(large, 'w');
  await file.truncate(300 * mebibyte);
  await file.close();
});
afterAll(() => rm(folder, { recursive: true }));

test.each([false, true])(
  'A video of 200 MiB (of unknown length: %j) passes with flat memory, and nginx keeps nothing of it',
  async (isChunked) => {
    const { answer, growth, temporaryFiles } = await uploadVideo(institution, { mebibytes: 200, isChunked });

    expect(answer).toMatchObject({ status: 201 });
    expect(answer.headers.location).toMatch(/^https:\/\/video\.example\.org\/rest\/videos\/\d+\/$/);
    expect(growth.nginx).toBeLessThan(20);
    expect(growth.service).toBeLessThan(100);
    expect(temporaryFiles).toEqual([]);
  },
);

describe('A large body that is refused before it is sent', () => {
  /** The version of HTTP and the status that curl has read; `000` when the connection broke before. */
  async function send(url: string, ...args: string[]): Promise<string> {
    const { httpsPort } = institution.nginx;
    const { host } = new URL(url);
    const { stdout } = await run('curl', [
      ...['-sS', '-o', '/dev/null', '-w', '%{http_version} %{http_code}', '--max-time', '60'],
      ...['--connect-to', `${host}:443:127.0.0.1:${httpsPort}`, '--cacert', authority, ...args, url],
    ]);
    return stdout;
  }

  test.each([
    ['asks first', '1.1', 'Expect: 100-continue'],
    ['does not ask', '1.1', 'Expect:'],
    ['speaks HTTP/2', '2', 'Expect:'],
  ])('reaches curl as an answer when it %s', async (_, version, expectation) => {
    const { signing, video } = institution;
    const how = [`--http${version}`, '-H', expectation];

    const wrongToken = await send(
      `${video.origin}/rest/videos/`,
      ...[...how, '-H', 'Authorization: Token wrong', '-F', `video=@${large}`],
    );
    const noToken = await send(`${video.origin}/rest/videos/`, ...how, '-F', `video=@${large}`);
    const tooLarge = await send(
      `${signing.origin}/api/conventions`,
      ...[...how, '-H', `Authorization: Bearer ${tokens.management}`],
      ...['-H', 'Content-Type: application/json', '-X', 'POST', '-T', large],
    );
    const outside = await send(
      `${video.origin}/rest/videos/`,
      ...[...how, '--interface', '127.0.0.2', '-F', `video=@${large}`],
    );

    const statuses = [401, 401, 413, 403].map((status) => `${version} ${status}`);
    expect([wrongToken, noToken, tooLarge, outside]).toEqual(statuses);
  });
});
