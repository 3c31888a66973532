import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** A request of `fetch`, with the connection that it went over; nothing before it was sent. */
interface Sent {
  socket?: Socket;
  /** Where the connection leads. */
  port?: number | undefined;
  openedAt?: number;
  /** Which request of the connection it was, from 1. */
  number?: number;
  bytesBefore?: number;
}

interface Message {
  request: object;
  socket: Socket;
}

const asking = new AsyncLocalStorage<Sent>();
const requests = new WeakMap<object, Sent>();
const connections = new WeakMap<Socket, { openedAt: number; number: number }>();

// What Node's `fetch` tells, see https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
subscribe('undici:client:connected', (message) => {
  connections.set((message as Message).socket, { openedAt: performance.now(), number: 0 });
});
subscribe('undici:request:create', (message) => {
  const sent = asking.getStore();
  if (sent !== undefined) requests.set((message as Message).request, sent);
});
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as Message;
  const connection = connections.get(socket);
  if (connection === undefined) return;
  connection.number += 1;
  const { remotePort: port, bytesRead: bytesBefore } = socket;
  Object.assign(requests.get(request) ?? {}, { ...connection, socket, port, bytesBefore });
});

/**
 * Asks by `fetch` once.
 *
 * @param failed  told why it failed, for people: the errors, and what the connection was: how old, the how manieth
 *   request, and to which port, which is to say which process
 */
export async function askOnce<Result>(
  ask: () => Promise<Result>,
  failed: (why: string) => Result,
): Promise<Result> {
  const sent: Sent = {};
  const beganAt = performance.now();
  try {
    return await asking.run(sent, ask);
  } catch (error) {
    return failed(`${errorsOf(error)} after ${since(beganAt)}, ${connectionOf(sent)}`);
  }
}

function connectionOf({ socket, port, openedAt = 0, number, bytesBefore = 0 }: Sent): string {
  if (socket === undefined) return 'before it was sent';
  const bytes = socket.bytesRead - bytesBefore;
  return `with ${bytes} bytes answered to request ${number} over a connection to port ${port}, opened ${since(openedAt)} before`;
}

function since(at: number): string {
  return `${Math.round(performance.now() - at)} ms`;
}

/** An error with those below it. */
function errorsOf(error: unknown): string {
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException;
  const one = [code, syscall, message].filter(Boolean).join(' ');
  return cause === undefined ? one : `${one}: ${errorsOf(cause)}`;
}
