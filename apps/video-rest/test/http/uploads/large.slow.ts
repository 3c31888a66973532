import { statfs } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { residentMebibytes, startProcess } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { useStorage } from '../../support/storage.ts';
import { startUploadServer } from '../../support/upload-server.ts';

const media = useStorage();
const mebibyte = 1024 * 1024;

/** Sends a video of this size without telling it before, and gives the answer. */
async function upload(url: string, mebibytes: number): Promise<unknown> {
  const call = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  });
  const answer = new Promise<unknown>((resolve, reject) => {
    call.once('response', (response) => resolve(json(response)));
    call.once('error', reject);
  });
  const piece = Buffer.alloc(mebibyte, 'x');
  const body = Readable.from(
    (function* () {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="video"; filename="x"\r\n\r\n');
      for (let sent = 0; sent < mebibytes; sent += 1) yield piece;
      yield Buffer.from('\r\n--b--\r\n');
    })(),
  );
  // A refused body is cut off.
  await pipeline(body, call).catch(() => undefined);
  return answer;
}

test('Given space for a part of it, When an upload of unknown size arrives, Then it is refused and removed', async () => {
  const { bavail, bsize } = await statfs(media.mediaRoot);
  const careful = await media.openAnother({ minFreeBytes: bavail * bsize - 64 * mebibyte });
  const server = await startUploadServer({ storage: careful, maxBytes: 2 ** 40 });

  const answer = await upload(server.url, 1024).finally(() => server.stop());

  expect(answer).toMatchObject({ code: 'too_little_space' });
  expect(server.received).toEqual([]);
});

test('Given 1 GiB, When it is uploaded, Then memory grows by less than 40 MiB', async () => {
  await using server = startProcess({
    command: process.execPath,
    args: [
      path.join(import.meta.dirname, '../../support/upload-process.ts'),
      media.databaseUrl,
      media.mediaRoot,
    ],
  });
  const [, url = ''] = await server.waitForOutput(/ready on (\S+)/);
  await upload(url, 1);
  const before = (await residentMebibytes(server.child.pid)).peakMebibytes;

  const answer = await upload(url, 1024);

  expect(answer).toMatchObject({ file: { size: 1024 * mebibyte } });
  expect((await residentMebibytes(server.child.pid)).peakMebibytes - before).toBeLessThan(40);
});
