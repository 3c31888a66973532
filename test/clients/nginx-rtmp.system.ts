import { execFile } from 'node:child_process';
import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, freePort, requireTool, type StartedProcess, startProcess } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import { givenBuilding } from './given.ts';
import { type Platform, usePlatform } from './use-platform.ts';

const platform = usePlatform();
const run = promisify(execFile);
const nginx = '/usr/sbin/nginx';
const rtmpModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so';
const started: StartedProcess[] = [];

afterEach(async () => {
  for (const process of started.splice(0)) await process[Symbol.asyncDispose]();
});

/** A stream server with the hooks of the guide, quoted so that nginx takes them. Gives where to publish. */
async function givenStreamServer({ origin, authority, folder, staff }: Platform): Promise<string> {
  await access(rtmpModule).catch((cause: unknown) => {
    throw new Error('libnginx-mod-rtmp is not installed: run scripts/install-test-tools', { cause });
  });
  await Promise.all([requireTool('curl'), requireTool('ffmpeg')]);
  const port = await freePort();
  const hook = (status: boolean) =>
    [
      `curl --cacert ${authority} --request PATCH "${origin}/rest/broadcasters/$name/"`,
      '--header "Content-Type: application/json" --header "Accept: application/json"',
      `--user "${staff.username}:${staff.password}" --data "{\\"status\\":${status}}"`,
    ].join(' ');
  const file = path.join(folder, 'rtmp.conf');
  await writeFile(
    file,
    `load_module ${rtmpModule};
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/rtmp.pid;
error_log ${folder}/rtmp.log info;
events {}
rtmp {
  access_log off;
  server {
    listen 127.0.0.1:${port};
    chunk_size 4096;
    application live {
      live on;
      exec_publish ${hook(true)};
      exec_publish_done ${hook(false)};
    }
  }
}
`,
  );
  const args = ['-p', `${folder}/`, '-e', `${folder}/rtmp.log`, '-c', file];
  await run(nginx, ['-t', ...args]);
  started.push(startProcess({ command: nginx, args }));
  return `rtmp://127.0.0.1:${port}/live/`;
}

/** Somebody streams a test picture under this key until the process ends. */
function publish(address: string): StartedProcess {
  const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10', '-c:v', 'flv', '-f', 'flv'];
  const ffmpeg = startProcess({ command: 'ffmpeg', args: ['-nostdin', '-v', 'error', ...picture, address] });
  started.push(ffmpeg);
  return ffmpeg;
}

/** A broadcaster whose slug is the key of its stream, and whether it is on air. */
async function givenBroadcaster(slug: string): Promise<() => Promise<unknown>> {
  const { id: buildingId } = await givenBuilding(platform);
  const streamUrl = `https://stream.example.org/hls/${slug}.m3u8`;
  await platform.db.prisma.broadcaster.create({ data: { name: slug, slug, streamUrl, buildingId } });
  return async () => (await platform.ask(`/rest/broadcasters/${slug}/`)).status;
}

test('A stream that begins switches its broadcaster on by the hook of nginx, one that ends switches it off', async () => {
  const isOnAir = await givenBroadcaster('amphi-curie');
  const streams = await givenStreamServer(platform);

  const ffmpeg = publish(`${streams}amphi-curie`);
  await eventually(async () => expect(await isOnAir()).toBe(true), { seen: ffmpeg.output });
  await ffmpeg.kill('SIGINT');

  await eventually(async () => expect(await isOnAir()).toBe(false));
});

test('A stream without a broadcaster changes nothing', async () => {
  const isOnAir = await givenBroadcaster('amphi-noether');
  const streams = await givenStreamServer(platform);
  const isOtherOnAir = await givenBroadcaster('amphi-germain');

  publish(`${streams}amphi-unknown`);
  publish(`${streams}amphi-germain`);
  await eventually(async () => expect(await isOtherOnAir()).toBe(true));

  expect(await isOnAir()).toBe(false);
});

test('What a shell makes of the hook as it is printed is refused as JSON that it is not', async () => {
  const isOnAir = await givenBroadcaster('amphi-lovelace');
  const { origin, authority, staff } = platform;

  const { stdout } = await run('sh', [
    '-c',
    `curl -sS --cacert ${authority} --request PATCH "${origin}/rest/broadcasters/amphi-lovelace/" --header "Content-Type: application/json" --header "Accept: application/json" --user ${staff.username}:"${staff.password}" --data "{"status":true}"`,
  ]);

  expect(JSON.parse(stdout).detail).toMatch(/^Erreur de lecture du JSON - /);
  expect(await isOnAir()).toBe(false);
});
