import net from 'node:net';
import { pipeline } from 'node:stream';

/** A way to a database on which statements are noted. */
interface StatementWatch {
  /** The database by this way. */
  url: string;
  stop(): void;
}

/**
 * Stands between a program and its database and notes every SQL statement that passes, in the order in which they are
 * sent, whoever sends them. Left out is what reads nothing, because it begins or ends a transaction or only looks whether
 * the database answers, and what a service sends by itself: for its job queue, and to see whether it has to seal. On a busy
 * machine each request meets some of that.
 *
 * @param sent                  takes the texts, without the values of their parameters
 * @param options.keepsCallers  false: nobody hears by this way that a caller has changed, so that each request looks its
 *   own up, however fast they come
 */
export async function watchStatements(
  databaseUrl: string,
  sent: string[],
  { keepsCallers = false }: { keepsCallers?: boolean } = {},
): Promise<StatementWatch> {
  const url = new URL(databaseUrl);
  const { hostname: host, port } = url;
  const note = (text: string) => {
    if (!ofNoRequest.test(text)) sent.push(text);
  };
  const server = net.createServer((program) => {
    // Noted first, then sent on: what is answered has been noted.
    const read = statementReader((text) => {
      if (!keepsCallers && text.startsWith('listen "callers_changed"')) program.destroy();
      else note(text);
    });
    program.on('data', read);
    pipeline(program, net.connect({ host, port: Number(port) }), program, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return { url: url.href, stop: () => void server.close() };
}

const ofNoRequest = /^(begin|commit|rollback)|^select 1$|pgboss|from history where position is null/i;

/**
 * The statements that a request sends: the fewest of several times, since one request in a minute notes the use of its
 * token as well, and what the service does by itself meanwhile passes by the same way.
 *
 * @param sent            where a watch notes them
 * @param options.of      so many times
 * @param options.enough  no more times once it is as few as this
 */
export async function fewestStatements(
  sent: string[],
  ask: () => Promise<unknown>,
  { of = 3, enough = 0 }: { of?: number; enough?: number } = {},
): Promise<string[]> {
  const times: string[][] = [];
  do {
    sent.length = 0;
    await ask();
    times.push([...sent]);
  } while (times.length < of && sent.length > enough);
  return times.reduce((fewest, time) => (time.length < fewest.length ? time : fewest));
}

/**
 * Reads what a program sends on one connection.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function statementReader(note: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let unread = Buffer.alloc(0);
  // The first message has no byte for its type, and no statement.
  let lengthAt = 0;
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= lengthAt + 4) {
      const end = lengthAt + unread.readInt32BE(lengthAt);
      if (unread.length < end) return;
      const type = unread.toString('latin1', 0, lengthAt);
      const [first = '', second = ''] = unread.toString('utf8', lengthAt + 4, end).split('\0', 2);
      if (type === 'Q') note(first);
      if (type === 'P') prepared.set(first, second);
      if (type === 'B') note(prepared.get(second) ?? '');
      unread = unread.subarray(end);
      lengthAt = 1;
    }
  };
}
