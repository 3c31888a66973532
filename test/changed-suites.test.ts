import path from 'node:path';
import { startProcess } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

interface Task {
  taskId: string;
  directory: string;
  /** Digests by path, from the directory. */
  inputs: Record<string, string>;
  dependencies: string[];
}

test('A change in one service is no reason to run the tests of the other; one in a package runs those of all who use it', async () => {
  const reasons = await reasonsToRun();

  const signing = 'apps/conventions-signing/src/main.ts';
  const video = 'apps/video-rest/src/main.ts';
  const engine = 'packages/rest/src/router.ts';
  expect(suitesFor(signing, reasons)).toEqual(['//#test:root', 'conventions-signing#test']);
  expect(suitesFor(video, reasons)).toEqual(['//#test:root', 'video-rest#test']);
  expect(suitesFor(engine, reasons)).toEqual([
    '//#test:root',
    '@campus/rest#test',
    '@campus/video-client#test',
    'video-rest#test',
  ]);
  expect(suitesFor('test/run-file.mjs', reasons)).toEqual([...reasons.keys()].toSorted());
  expect(suitesFor('docs/signing.md', reasons)).toContain('conventions-signing#test');
});

/** The files that each suite of `npm test` is run again for. */
async function reasonsToRun(): Promise<Map<string, Set<string>>> {
  const turbo = startProcess({
    command: path.join(repositoryRoot, 'node_modules/.bin/turbo'),
    args: ['run', 'test', 'test:root', '--dry=json'],
    cwd: repositoryRoot,
    env: { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  });
  await turbo.exited;
  const told = turbo.output();
  const { tasks } = JSON.parse(told.slice(told.indexOf('{\n'), told.lastIndexOf('}') + 1)) as {
    tasks: Task[];
  };
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  const filesOf = ({ directory, inputs, dependencies }: Task): string[] => [
    ...Object.keys(inputs).map((file) => path.join(directory, file)),
    ...dependencies.flatMap((id) => filesOf(byId.get(id) as Task)),
  ];
  const suites = tasks.filter(({ taskId }) => /#test(:root)?$/.test(taskId));
  return new Map(suites.map((task) => [task.taskId, new Set(filesOf(task))]));
}

function suitesFor(file: string, reasons: Map<string, Set<string>>): string[] {
  return [...reasons].flatMap(([suite, files]) => (files.has(file) ? [suite] : [])).toSorted();
}
