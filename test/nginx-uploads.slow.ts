import { expect, test } from '@jest/globals';
import { uploadVideo } from './support/upload-video.ts';
import { useNginx } from './support/use-nginx.ts';

const institution = useNginx({ listen: 'tls' });

test('A video of 2 GiB passes by TLS with flat memory, and nginx keeps nothing of it', async () => {
  const { answer, growth, temporaryFiles } = await uploadVideo(institution, { mebibytes: 2048 });

  expect(answer).toMatchObject({ status: 201 });
  expect(growth.nginx).toBeLessThan(20);
  expect(growth.service).toBeLessThan(100);
  expect(temporaryFiles).toEqual([]);
}, 600_000);
