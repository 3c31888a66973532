import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, freePort, requireTool, type StartedProcess, startProcess } from '@campus/testing';
import { repositoryRoot } from './start-demo.ts';

const run = promisify(execFile);
const source = path.join(repositoryRoot, 'docker/nginx');

/** What the container of nginx is given by its environment. */
export interface NginxVariables {
  LISTEN: 'tls' | 'plain';
  SIGNING_HOST: string;
  SIGNING_UPSTREAM: string;
  VIDEO_HOST: string;
  VIDEO_UPSTREAM: string;
  MEDIA_ACCEL_LOCATION: string;
  MEDIA_ROOT: string;
  /** Of an object store; none by itself. */
  MEDIA_STORE_ORIGIN?: string;
  /** Besides 127.0.0.1, which is inside anyway. */
  ALLOWED_NETWORKS?: string;
}

/** A running nginx with the configuration of `docker/nginx`. */
export interface Nginx {
  process: StartedProcess;
  httpPort: number;
  httpsPort: number;
  /** Answers 204, to whoever asks whether it is alive. */
  healthPort: number;
  /** The folder whose files answer ACME's questions. */
  acmeFolder: string;
  /** The certificate that its clients must trust, in PEM. */
  certificate: string;
  /** Of the master and its workers. */
  processIds(): Promise<number[]>;
  /** The lines of its log of requests. */
  requests(): Promise<Record<string, unknown>[]>;
  /** Files in the folder that it may write to, but for its pid. */
  temporaryFiles(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts Debian's nginx as an ordinary process on the files of `docker/nginx`, as the official image does: templates
 * are filled in from variables. What differs: folders and ports of its own, and HTTP/2 as an nginx of that age is told
 * of it.
 */
export async function startNginx(variables: NginxVariables): Promise<Nginx> {
  const nginx = await programPath();
  await requireTool('openssl');
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  const running = path.join(folder, 'run');
  const acmeFolder = path.join(folder, 'acme/.well-known/acme-challenge');
  await mkdir(running);
  await mkdir(acmeFolder, { recursive: true });
  const [httpPort, httpsPort, healthPort] = [await freePort(), await freePort(), await freePort()];
  for (const name of ['campus', 'refusals', 'templates'])
    await cp(path.join(source, name), path.join(folder, name), { recursive: true });
  // Debian's nginx is older than the directive in it; see below.
  await rm(path.join(folder, 'campus/http2.conf'));
  const main = await readFile(path.join(source, 'nginx.conf'), 'utf8');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    main
      .replaceAll('/run/nginx/', `${running}/`)
      .replace('error_log stderr', `error_log ${folder}/error.log`),
  );
  const accessLog = path.join(folder, 'campus/access-log.conf');
  const logging = await readFile(accessLog, 'utf8');
  await writeFile(accessLog, logging.replace('/dev/stdout', `${folder}/access.log`));
  await run(path.join(source, 'fill-templates.sh'), [folder], {
    env: {
      PATH: process.env.PATH,
      // As compose.yaml has them without a word of an operator.
      ALLOWED_NETWORKS: '',
      TRUSTED_FRONT: '127.0.0.1',
      MEDIA_STORE_ORIGIN: 'http://127.0.0.1:9',
      ...variables,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      HEALTH_PORT: String(healthPort),
      NGINX_LOCAL_RESOLVERS: '127.0.0.1',
    },
  });
  await speakHttp2(path.join(folder, 'conf.d/tls/server.conf'));
  const certificate = await makeCertificate(folder, [variables.SIGNING_HOST, variables.VIDEO_HOST]);

  // Workers of a root process would be nobody, who may not read what the test has made.
  const global = process.getuid?.() === 0 ? 'daemon off; user root;' : 'daemon off;';
  const args = ['-p', `${folder}/`, '-c', path.join(folder, 'nginx.conf'), '-g', global];
  await run(nginx, ['-t', ...args]);
  const started = startProcess({ command: nginx, args, cwd: folder });
  await eventually(async () => (await fetch(`http://127.0.0.1:${healthPort}/`)).status === 204, {
    describe: 'nginx answers',
    seen: started.output,
  });
  return {
    process: started,
    httpPort,
    httpsPort,
    healthPort,
    acmeFolder,
    certificate,
    async processIds() {
      const { pid } = started.child;
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      return [Number(pid), ...children.trim().split(' ').map(Number)];
    },
    async requests() {
      // The last piece is what comes after the last whole line.
      const lines = (await readFile(path.join(folder, 'access.log'), 'utf8')).split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line));
    },
    async temporaryFiles() {
      const entries = await readdir(running, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && entry.name !== 'nginx.pid').map(({ name }) => name);
    },
    async stop() {
      await started[Symbol.asyncDispose]();
      // Its workers end a moment after it.
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** nginx is not on everybody's PATH. */
async function programPath(): Promise<string> {
  const debian = '/usr/sbin/nginx';
  const isThere = await run(debian, ['-v']).then(
    () => true,
    () => false,
  );
  return isThere ? debian : requireTool('nginx');
}

/** As an nginx of Debian's age is told to. */
async function speakHttp2(file: string): Promise<void> {
  const listening = await readFile(file, 'utf8');
  await writeFile(file, listening.replaceAll(' ssl;', ' ssl http2;'));
}

async function makeCertificate(folder: string, names: readonly string[]): Promise<string> {
  const tls = path.join(folder, 'tls');
  await mkdir(tls);
  const [certificate, key] = [path.join(tls, 'fullchain.pem'), path.join(tls, 'privkey.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=test', '-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`],
    ...['-keyout', key, '-out', certificate],
  ]);
  return readFile(certificate, 'utf8');
}
