import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import {
  encodingsOf,
  givenUpload,
  launch,
  temporaryFiles,
  untilEncoding,
  untilState,
} from '../support/encode-videos.ts';
import { ffmpegsOn } from '../support/ffmpegs-on.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';
import { signedIn } from '../support/visitor.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

// The service leaves the encodings to workers: processes of their own on its database and its media folder.
const service = useService({ encodeConcurrency: 0 });
const paced = await pacedFfmpeg();

const startWorker = () =>
  startWorkerProcess({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    MEDIA_ROOT: service.mediaRoot,
    FFMPEG_PATH: paced,
  });

test('A run that is cancelled after its worker was killed is not taken up again, and nothing of it stays', async () => {
  const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(4) });
  const visitor = await signedIn(service, { username: service.root.username, password: 'root-password' });
  await using lost = await startWorker();
  await launch(service, slug);
  await untilEncoding(service);
  const [run] = await encodingsOf(service, id);

  await lost.kill('SIGKILL');
  const { location } = await visitor.post(`/admin/encodings/${run?.id}/cancel/`);

  expect(location).toBe('/admin/encodings/?done=cancelled');
  await eventually(async () => expect(await ffmpegsOn(service.mediaRoot)).toEqual([]));
  await using _next = await startWorker();
  await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
  expect(await encodingsOf(service, id)).toMatchObject([{ state: 'cancelled', attempts: 1 }]);
  await launch(service, slug);
  expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
  expect((await encodingsOf(service, id)).map(({ state }) => state)).toEqual(['done', 'cancelled']);
});
