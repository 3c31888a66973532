import childProcess from 'node:child_process';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import workerThreads from 'node:worker_threads';
import { failFiles } from './fail-files.ts';
import type { FaultBook } from './fault-book.ts';
import { type Callable, type Functions, type Wrap, wrapFunctions } from './wrap-functions.ts';

/**
 * Makes the calls of Node fail as the book says: of files, processes, threads and connections. What has imported them
 * by their names has those that fail, too.
 *
 * @returns puts all of them back
 */
export async function failCalls(book: FaultBook): Promise<() => void> {
  const restoring = [
    ...(await failFiles(book)),
    failProcesses(book),
    failThreads(book),
    ...failConnections(book),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of restoring) restore();
    syncBuiltinESMExports();
  };
}

function failProcesses(book: FaultBook): () => void {
  const children = childProcess.ChildProcess.prototype as unknown as Functions;
  const spawn = children.spawn as Callable;
  children.spawn = function (options) {
    const error = book.failureOf('spawn', 'spawn', options.file);
    if (error !== undefined) {
      const handle = this._handle;
      const start = handle.spawn;
      // Node itself makes of the number what it does: some failures it throws, of others it tells later. Its pipes are
      // as they are behind any start that fails.
      handle.spawn = (_file: string, ...rest: unknown[]) => {
        if (error.code !== 'EMFILE') start.call(handle, '/dev/null/no-program', ...rest);
        return error.errno;
      };
    }
    return spawn.call(this, options);
  };
  return () => {
    children.spawn = spawn;
  };
}

function failThreads(book: FaultBook): () => void {
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      const error = book.failureOf('thread', 'thread', args[0]);
      super(...args);
      if (error === undefined) return;
      // As Node tells of it: without a system call, by a code of its own.
      const message = `Worker initialization failure: ${error.code}`;
      void this.terminate();
      setImmediate(() =>
        this.emit('error', Object.assign(new Error(message), { code: 'ERR_WORKER_INIT_FAILED' })),
      );
    }
  };
  return () => {
    workerThreads.Worker = Worker;
  };
}

function failConnections(book: FaultBook): (() => void)[] {
  const sockets = net.Socket.prototype as unknown as Functions;
  const servers = net.Server.prototype as unknown as Functions;
  const names = dns as unknown as Functions;
  return [
    wrapFunctions(book, sockets, {
      asked: { connect: ['connect'] },
      wrap: failingLater((socket, error) => {
        socket.connecting = true;
        process.nextTick(() => socket.destroy(error));
        return socket;
      }),
    }),
    wrapFunctions(book, servers, {
      asked: { listen: ['listen'] },
      wrap: failingLater((server, error) => {
        process.nextTick(() => server.emit('error', error));
        return server;
      }),
    }),
    wrapFunctions(book, names, {
      asked: { lookup: ['lookup'] },
      wrap: failingLater((_, error, args) => process.nextTick(args.at(-1) as Callable, error)),
    }),
  ];
}

/** One that tells of its failure in a way of its own, and no failure has a subject. */
function failingLater(
  // biome-ignore lint/suspicious/noExplicitAny: whatever the function is of
  fail: (of: any, error: Error, args: unknown[]) => unknown,
): Wrap {
  return (original, failureOf) =>
    function (...args) {
      const error = failureOf([]);
      return error === undefined ? original.apply(this, args) : fail(this, error, args);
    };
}
