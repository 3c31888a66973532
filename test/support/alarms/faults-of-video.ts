import { eventually, startRecordingServer } from '@campus/testing';
import { type ClipName, clip } from '../../../apps/video-rest/test/support/clips.ts';
import { givenUpload, launch, untilState } from '../../../apps/video-rest/test/support/encode-videos.ts';
import { endlessSource, pacedFfmpeg } from '../../../apps/video-rest/test/support/paced-ffmpeg.ts';
import { type MadeFault, madeFault } from './made-fault.ts';
import { type Closing, givenEncoding, givenVideo, type StartedVideo } from './started.ts';

const service = 'video-rest';

async function givenLaunched(started: StartedVideo, source: string): Promise<number> {
  const { id, slug } = await givenUpload(started, { source });
  await launch(started, slug);
  return id;
}

/** A service with a webhook whose receiver answers 503. */
async function givenWebhook(closing: Closing): Promise<StartedVideo> {
  const receiver = await startRecordingServer((_request, response) => void response.writeHead(503).end());
  closing.push(() => receiver.stop());
  const started = await givenVideo(closing, { WEBHOOK_NETWORKS: '127.0.0.1/32' });
  const webhook = { address: receiver.url, events: ['buildings.created'] };
  await started.root.client.post('/rest/webhooks/').send(webhook).expect(201);
  return started;
}

async function givenBuilding({ root }: StartedVideo): Promise<string> {
  const { body } = await root.client.post('/rest/buildings/').send({ name: 'North' }).expect(201);
  return body.url;
}

/** Faults of the video platform. */
export const faultsOfVideo: MadeFault[] = [
  madeFault({
    service,
    alarm: 'DatabasePoolExhausted',
    fault: 'six write at once what the database takes 0.2 s for, over two connections',
    start: (closing) => givenVideo(closing, { DATABASE_POOL_SIZE: '2' }),
    make: ({ sql }) =>
      sql.query(`
        create function take_time() returns trigger language plpgsql as
          $$ begin perform pg_sleep(0.2); return new; end $$;
        create trigger take_time before insert on buildings for each row execute function take_time()`),
    async again({ root }) {
      const write = async () => {
        for (let count = 0; count < 20; count += 1)
          await root.client.post('/rest/buildings/').send({ name: crypto.randomUUID() }).expect(201);
      };
      await Promise.all(Array.from({ length: 6 }, write));
    },
  }),
  madeFault({
    service,
    alarm: 'WorkersLost',
    fault: 'a worker is killed',
    besides: { alarm: 'ServiceDown', why: 'as long as Prometheus scrapes it' },
    start: givenEncoding,
    make: ({ worker }) => worker.kill('SIGKILL'),
  }),
  madeFault({
    service,
    alarm: 'NoWorker',
    fault: 'a video is to be encoded, and there is no worker',
    start: givenVideo,
    make: async (started) => givenLaunched(started, await clip('silent')),
  }),
  madeFault({
    service,
    alarm: 'EncodingsWait',
    fault:
      'the only worker has a video without end, and another was asked for three hours ago, says the database',
    start: async (closing) =>
      givenEncoding(closing, { FFMPEG_PATH: await pacedFfmpeg(), ENCODE_CONCURRENCY: '1' }),
    async make(started) {
      const source = await endlessSource();
      await untilState(started, await givenLaunched(started, source), 'running');
      await givenLaunched(started, source);
      await started.sql.query(
        `update pgboss.job set start_after = now() - interval '3 hours'
         where name = 'encode-video' and state = 'created'`,
      );
    },
  }),
  madeFault({
    service,
    alarm: 'EncodingsFail',
    fault: 'three videos hold nothing that ffmpeg can decode',
    start: givenEncoding,
    async make(started) {
      const broken: ClipName = 'undecodable';
      for (let count = 0; count < 3; count += 1) await givenLaunched(started, await clip(broken));
    },
  }),
  madeFault({
    service,
    alarm: 'WebhooksFail',
    fault: 'the receiver of a webhook answers 503',
    start: givenWebhook,
    make: givenBuilding,
  }),
  madeFault({
    service,
    alarm: 'WebhooksOff',
    fault: 'the same, and it has failed for three days, says the database',
    start: givenWebhook,
    async make(started) {
      await givenBuilding(started);
      await eventually(async () => {
        const { rowCount } = await started.sql.query(
          `update webhooks set failing_since = now() - interval '73 hours', next_attempt_at = now()
           where failed_attempts > 0`,
        );
        return rowCount === 1;
      });
    },
  }),
];
