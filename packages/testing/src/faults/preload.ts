/**
 * Loaded before a program (`node --import`): its calls of the system fail as they are told to over a socket.
 *
 * Neither its threads nor the processes that it starts fail so.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { isMainThread } from 'node:worker_threads';
import { failCalls } from './fail-calls.ts';
import type { Fault } from './fault.ts';
import { openFaultBook } from './fault-book.ts';

const { FAULTS_SOCKET: socket } = process.env;
if (socket !== undefined && isMainThread) {
  delete process.env.FAULTS_SOCKET;
  const book = openFaultBook();
  const server = createServer(async (request, response) => {
    const fault = (await json(request)) as Fault | null;
    response.end(JSON.stringify(book.begin(fault)));
  });
  server.listen(socket).unref();
  await failCalls(book);
}
