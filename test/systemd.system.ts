import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool, startProcess } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

const units = path.join(repositoryRoot, 'docs/systemd');
const names = (await readdir(units)).sort();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'systemd-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** A unit with the folders of this machine. */
async function unitHere(name: string): Promise<string> {
  const text = await readFile(path.join(units, name), 'utf8');
  return text
    .replaceAll('/opt/campus-services', repositoryRoot)
    .replaceAll(/\/var\/(?:lib|cache)\//g, `${folder}/`);
}

/** What stands for a setting, all lines of it. */
function settingOf(unit: string, setting: string): string {
  const lines = unit.split('\n').filter((line) => line.startsWith(`${setting}=`));
  return lines.map((line) => line.slice(setting.length + 1)).join(' ');
}

test('There is a unit for each program', () => {
  expect(names).toEqual(['conventions-signing.service', 'video-rest-worker.service', 'video-rest.service']);
});

describe.each(names)('The unit %s', (name) => {
  test('is one that systemd takes without a word', async () => {
    await requireTool('systemd-analyze');
    const file = path.join(folder, name);
    await writeFile(file, await unitHere(name));

    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', file]);

    expect(stdout + stderr).toBe('');
  });

  test('stops the process alone, waits longer than a stop takes, and starts what has failed again', async () => {
    const unit = await unitHere(name);

    expect(settingOf(unit, 'KillMode')).toBe('mixed');
    expect(Number(settingOf(unit, 'TimeoutStopSec'))).toBeGreaterThan(25);
    // A drained worker ends well, and is not to come back.
    expect(settingOf(unit, 'Restart')).toBe(name.includes('worker') ? 'on-failure' : 'always');
  });
});

test.each(['conventions-signing', 'video-rest'])(
  'Given the unit of %s, When its command is started and stopped as it says, Then it ends with 0',
  async (service) => {
    const unit = await unitHere(`${service}.service`);
    const settings = settingOf(unit, 'Environment')
      .split(' ')
      .map((setting) => [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)]);
    const [command = '', ...args] = settingOf(unit, 'ExecStart').split(' ');
    const configuration = path.join(folder, 'configuration.properties');
    await writeFile(
      configuration,
      service === 'video-rest' ? 'MEDIA_MIN_FREE=0\n' : 'appli.public.tokens=public-token-0123456789\n',
    );
    await using started = startProcess({
      command,
      args,
      cwd: settingOf(unit, 'WorkingDirectory'),
      env: {
        ...Object.fromEntries(settings),
        CONFIG_FILE: configuration,
        SERVER_PORT: '0',
        METRICS_PORT: '0',
      },
    });
    await started.waitForOutput(/"msg":"ready on /);

    expect(await started.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  },
);
