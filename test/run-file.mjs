import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createEmptyTestResult } from '@jest/test-result';
import { clearLogs } from '@prisma/debug';
import { getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';

const instead = {
  '@jest/globals': './globals.mjs',
  // Each hash costs 0.4 s of a core and 128 MiB in production; under Jest passwords are hashed by the hundred.
  './scrypt-cost.ts': './cheap-scrypt.ts',
};
const modulesOfTests = /^file:(?!.*\/node_modules\/).*\/test\/[^?]*\.ts$/;
let filesRun = 0;
let running;
registerHooks({
  resolve(specifier, context, next) {
    if (Object.hasOwn(instead, specifier))
      return { url: new URL(instead[specifier], import.meta.url).href, shortCircuit: true };
    const found = next(specifier, context);
    // Modules beside tests may keep something of the file that imports them, so each file has its own.
    if (modulesOfTests.test(found.url) && found.url !== running) found.url += `?${filesRun}`;
    return found;
  },
});

// What nobody handles fails the test that runs, or else the file.
const unhandled = new WeakMap();
process.on('uncaughtException', note);
process.on('unhandledRejection', (error, promise) => unhandled.set(promise, note(error)));
process.on('rejectionHandled', (promise) => unhandled.get(promise)?.());

/** @returns what takes it back */
function note(error) {
  const { currentlyRunningTest, unhandledErrors } = getState();
  const errors = currentlyRunningTest?.errors ?? unhandledErrors;
  errors.push(error);
  return () => errors.splice(errors.indexOf(error), 1);
}

/**
 * Runs a file of tests as Node runs it, by the runner of Jest: the product and its libraries are loaded once by each
 * worker, by the loader that production uses. Jest's own way, a context of its own for each file, costs half a
 * second of a core for each (measured), which is a quarter of the suite.
 *
 * https://jestjs.io/docs/configuration#testrunner-string
 */
export default async function runFile(globalConfig, config, environment, _runtime, file) {
  globalThis.console = environment.global.console;
  filesRun += 1;
  running = pathToFileURL(file).href;
  resetState();
  const { testNamePattern, testTimeout } = globalConfig;
  if (testTimeout) getState().testTimeout = testTimeout;
  if (testNamePattern) getState().testNamePattern = new RegExp(testNamePattern, 'i');
  await import(running);
  const { testResults, unhandledErrors, unhandledErrorsDetailed } = await run();
  // Prisma keeps the last hundred errors for its own report of bugs, and by each of them a whole service that has ended.
  clearLogs();

  const results = testResults.map(resultOf);
  const count = (status) => results.filter((result) => result.status === status).length;
  const outside = unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig));
  return {
    ...createEmptyTestResult(),
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    testResults: results,
    failureMessage: [formatResultsErrors(results, config, globalConfig, file), ...outside].join('\n') || null,
    testExecError:
      unhandledErrors.length === 0 ? undefined : { message: '', stack: unhandledErrors.join('\n') },
  };
}

function resultOf({ testPath, status, errors, errorsDetailed, startedAt, ...result }) {
  // The first is the root of all.
  const [, ...titles] = testPath;
  return {
    ...result,
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1),
    fullName: titles.join(' '),
    status: { skip: 'pending', todo: 'todo' }[status] ?? (errors.length > 0 ? 'failed' : 'passed'),
    failureMessages: errors,
    failureDetails: errorsDetailed,
    startAt: startedAt,
  };
}
