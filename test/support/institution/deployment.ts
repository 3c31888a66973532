import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, freePort, type S3Server } from '@campus/testing';
import { clientOf, givenBucket } from '../../../apps/video-rest/test/support/buckets.ts';
import { signingEnv } from '../filled-signing.ts';
import { videoEnv } from '../filled-video.ts';
import { runCommand } from '../run-command.ts';
import { type StartedService, startService } from '../start-service.ts';
import { createDoor } from './door.ts';
import { startNeighbours } from './neighbours.ts';

/** An old replica is told to end so long after requests go to the new one, as `preStop` in `docker/kubernetes` has it. */
const handoverMs = 10_000;

/** So long after an outage "later" is an answer: what had failed comes again then. */
const graceMs = 20_000;

/** What an institution runs, all of it real. */
export async function startDeployment() {
  const folder = await mkdtemp(path.join(tmpdir(), 'institution-'));
  const neighbours = await startNeighbours();
  const { vendor, mail, postgres, s3 } = neighbours;
  const tokens = signingEnv(vendor);
  const signingParameters = {
    ...tokens,
    DATABASE_URL: await postgres.createDatabase('conventions_signing'),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'internships@example.org',
    SERVER_BASE_URL: 'http://signing.example.org',
  };
  const videoParameters = {
    ...videoEnv,
    ...(await mediaIn(s3)),
    DATABASE_URL: await postgres.createDatabase('video_rest'),
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    DEFAULT_DC_COVERAGE: 'Exemple',
    DEFAULT_DC_RIGHTS: 'CC BY',
  };
  let videoToken = '';
  const signing = createDoor({ authorization: () => `Bearer ${tokens.APPLI_MANAGEMENT_TOKENS}`, graceMs });
  const video = createDoor({ authorization: () => `Token ${videoToken}`, graceMs });

  let replicas: StartedService[] = [];
  let deploys = 0;
  const end = () => Promise.all(replicas.map((replica) => replica.kill('SIGTERM')));
  /** Starts new replicas, lets them answer, and then ends the old ones. */
  async function deploy(): Promise<void> {
    deploys += 1;
    const own = (name: string) => ({ DATA_DIR: path.join(folder, `${name}-${deploys}`) });
    const port = String(await freePort());
    // Letters name the address of the service.
    const address = { SERVER_PORT: port, SERVER_BASE_URL: `http://127.0.0.1:${port}` };
    const next = await Promise.all([
      started('conventions-signing', { ...signingParameters, ...own('signing'), ...address }),
      started('video-rest', { ...videoParameters, ...own('video') }),
    ]);
    signing.open(next[0].url);
    video.open(next[1].url);
    // What is on its way to an old one arrives before that is told to end.
    if (replicas.length > 0) await sleep(handoverMs);
    const ends = await end();
    replicas = next;
    for (const { code, signal } of ends)
      if (code !== 0) throw new Error(`an old replica ended with ${code ?? signal}`);
  }

  await deploy();
  const made = await runCommand('video-rest', ['token', 'create', 'root'], {
    ...{ ...videoParameters, DATA_DIR: folder },
  });
  videoToken = made.output.trimEnd().split('\n').at(-1) ?? '';
  return {
    ...{ signing, video, neighbours, deploy },
    publicToken: tokens.APPLI_PUBLIC_TOKENS,
    password: tokens.ROOT_PASSWORD,
    /** `npm run verify` of the signing service. */
    verify: () => runCommand('conventions-signing', ['verify'], { ...signingParameters, DATA_DIR: folder }),
    async stop() {
      await end();
      await neighbours.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As a supervisor starts a service: again when it ends before it is ready, as without a database. */
function started(...service: Parameters<typeof startService>): Promise<StartedService> {
  return eventually(() => startService(...service), { intervalMs: 1000 });
}

async function mediaIn(s3: S3Server): Promise<Record<string, string>> {
  const client = clientOf(s3);
  const bucket = await givenBucket(client);
  client.destroy();
  return {
    MEDIA_STORE: 's3',
    MEDIA_S3_ENDPOINT: s3.endpoint,
    MEDIA_S3_REGION: s3.region,
    MEDIA_S3_BUCKET: bucket,
    MEDIA_S3_PATH_STYLE: 'true',
    MEDIA_S3_ACCESS_KEY_ID: s3.accessKeyId,
    MEDIA_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}
