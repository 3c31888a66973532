import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTestDatabase, freePort, type StartedProcess, startProcess } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { quickMediaTools } from '../../apps/video-rest/test/support/clips.ts';
import { repositoryRoot } from './start-demo.ts';
import { type Nginx, type NginxVariables, startNginx } from './start-nginx.ts';

/** Who asks: `inside` is what nginx allows unless it is told of networks, `outside` is not. */
export type Place = 'inside' | 'outside';
const addresses = { inside: '127.0.0.1', outside: '127.0.0.2' };

export interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | Readable;
  from?: Place;
  /** Another address of this machine to ask from. */
  localAddress?: string;
  /** In place of the name of the service. */
  host?: string;
  /** By plain HTTP, where TLS is the rule. */
  isPlain?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** One service as the world sees it. */
export interface Site {
  /** The public address, without a slash at the end. */
  origin: string;
  /** Its own address, behind nginx. */
  behind: string;
  process: StartedProcess;
  /** Sends exactly this path, untidied, and reads the answer. */
  ask(path: string, request?: Request): Promise<Answer>;
  /** The same, but the answer is not read. */
  open(path: string, request?: Request): Promise<IncomingMessage>;
  /** Ends the process, and starts it again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Both services as processes of their own, behind an nginx with the configuration of `docker/nginx`. */
export interface Institution {
  nginx: Nginx;
  signing: Site;
  video: Site;
}

export const tokens = {
  public: 'public-token-for-tests-1',
  management: 'management-token-for-tests',
};
export const rootPassword = 'root-password';
export const mediaAccelLocation = '/protected-media/';

const hosts = { signing: 'signing.example.org', video: 'video.example.org' };

interface VideoPlaces {
  databaseUrl: string;
  mediaRoot: string;
  /** Where an object store is, and further parameters of the service for it. */
  store?: { origin: string; env: Record<string, string> };
}

/** One institution for the tests of a file. */
export function useNginx({
  listen,
  video,
}: {
  listen: NginxVariables['LISTEN'];
  /** The video platform's database and places for media, when the test makes them; asked when the services start. */
  video?: () => VideoPlaces;
}): Institution {
  const institution = {} as Institution;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'behind-nginx-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const databaseFor = async (template: string) => {
      const database = await createTestDatabase(template);
      closing.push(() => database.drop());
      return database.url;
    };
    const given: VideoPlaces = video?.() ?? {
      databaseUrl: await databaseFor('video-rest'),
      mediaRoot: path.join(dataDir, 'media'),
    };
    const [signingPort, videoPort] = [await freePort(), await freePort()];
    const nginx = await startNginx({
      LISTEN: listen,
      SIGNING_HOST: hosts.signing,
      SIGNING_UPSTREAM: `127.0.0.1:${signingPort}`,
      VIDEO_HOST: hosts.video,
      VIDEO_UPSTREAM: `127.0.0.1:${videoPort}`,
      MEDIA_ACCEL_LOCATION: mediaAccelLocation,
      MEDIA_ROOT: given.mediaRoot,
      ...(given.store && { MEDIA_STORE_ORIGIN: given.store.origin }),
    });
    closing.push(() => nginx.stop());
    const siteOf = (name: keyof typeof hosts, port: number, env: Record<string, string>) =>
      openSite({
        nginx,
        listen,
        port,
        host: hosts[name],
        main: `apps/${name === 'signing' ? 'conventions-signing' : 'video-rest'}/src/main.ts`,
        env: { ...env, DATA_DIR: path.join(dataDir, name), ROOT_PASSWORD: rootPassword },
      });
    const signing = siteOf('signing', signingPort, {
      DATABASE_URL: await databaseFor('conventions-signing'),
      APPLI_PUBLIC_TOKENS: tokens.public,
      APPLI_MANAGEMENT_TOKENS: tokens.management,
    });
    const { ffmpeg, ffprobe } = await quickMediaTools();
    const videoSite = siteOf('video', videoPort, {
      DATABASE_URL: given.databaseUrl,
      MEDIA_ROOT: given.mediaRoot,
      MEDIA_ACCEL_LOCATION: mediaAccelLocation,
      MEDIA_MIN_FREE: '0',
      ENCODE_CONCURRENCY: '0',
      FFMPEG_PATH: ffmpeg,
      FFPROBE_PATH: ffprobe,
      DEFAULT_DC_COVERAGE: 'Example University',
      DEFAULT_DC_RIGHTS: 'https://creativecommons.org/licenses/by/4.0/',
      OAI_ADMIN_EMAIL: 'videos@example.org',
      ...given.store?.env,
    });
    for (const site of [signing, videoSite]) closing.push(() => site.stop());
    await Promise.all([signing.start(), videoSite.start()]);
    Object.assign(institution, { nginx, signing, video: videoSite });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return institution;
}

function openSite({
  nginx,
  listen,
  host,
  port,
  main,
  env,
}: {
  nginx: Nginx;
  listen: NginxVariables['LISTEN'];
  host: string;
  port: number;
  main: string;
  env: Record<string, string>;
}): Site {
  const origin = `${listen === 'tls' ? 'https' : 'http'}://${host}`;
  let started: StartedProcess | undefined;
  const open: Site['open'] = async (pathname, request = {}) => {
    const { method = 'GET', headers = {}, body, from = 'inside', isPlain = listen === 'plain' } = request;
    const client = isPlain ? http : https;
    const call = client.request({
      host: '127.0.0.1',
      port: isPlain ? nginx.httpPort : nginx.httpsPort,
      localAddress: request.localAddress ?? addresses[from],
      servername: host,
      ca: nginx.certificate,
      agent: false,
      method,
      path: pathname,
      headers: { Host: request.host ?? host, ...headers },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve).once('error', reject);
    });
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) call.end(body);
    else {
      // Whoever is refused before the end goes on to read the answer.
      call.on('error', () => body.destroy());
      body.pipe(call);
    }
    return answered;
  };
  return {
    origin,
    behind: `http://127.0.0.1:${port}`,
    open,
    get process() {
      if (started === undefined) throw new Error(`${main} is not running`);
      return started;
    },
    async ask(pathname, request) {
      const response = await open(pathname, request);
      const text = (await buffer(response)).toString('utf8');
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    },
    async start() {
      started = startProcess({
        command: process.execPath,
        args: [path.join(repositoryRoot, main)],
        cwd: tmpdir(),
        env: {
          SERVER_PORT: String(port),
          METRICS_PORT: '0',
          SERVER_BASE_URL: origin,
          SERVER_TRUSTED_PROXIES: '127.0.0.1',
          ...env,
        },
      });
      await started.waitForOutput(/ready on /);
    },
    async stop() {
      await started?.kill();
      await started?.[Symbol.asyncDispose]();
    },
  };
}
