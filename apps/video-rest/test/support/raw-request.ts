import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lower case; of a repeated one the last. */
  headers: Record<string, string>;
  body: string;
}

/** A busy machine takes its time. */
const patienceMs = 120_000;

/**
 * Sends exactly these bytes and gives the first answer, without waiting for the connection to end: for requests
 * that no HTTP client would send, or that are never finished.
 *
 * @throws Error when no whole answer comes
 */
export async function rawRequest(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  try {
    return await new Promise((resolve, reject) => {
      socket.on('data', (piece) => {
        received += piece.toString('latin1');
        const answer = parse(received);
        if (answer !== undefined) resolve(answer);
      });
      const fail = (why: string) => reject(new Error(`${why}; received: ${JSON.stringify(received)}`));
      socket.on('error', ({ message }) => fail(message));
      socket.on('close', () => fail('the connection ended before a whole answer'));
      socket.setTimeout(patienceMs, () => fail(`no whole answer within ${patienceMs} ms`));
      socket.write(bytes);
    });
  } finally {
    socket.destroy();
  }
}

/** The answer, once all of it is there; its length is told. */
function parse(received: string): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? 0);
  const body = received.slice(end + 4);
  if (body.length < length) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.slice(0, length) };
}
