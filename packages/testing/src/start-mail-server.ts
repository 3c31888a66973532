import net from 'node:net';
import { createInterface } from 'node:readline';

/** A message as the server has received it. */
export interface ReceivedMail {
  to: string;
  /** Headers by their names in small letters, unfolded. */
  headers: Record<string, string>;
  /** Headers, a blank line, the parts of the body; decoded. */
  text: string;
}

/** A mail server for tests that takes what comes, without TLS. */
export interface TestMailServer {
  port: number;
  mails: ReceivedMail[];
  /** What it says to a recipient; `250 OK` when absent. */
  answerTo?: ((recipient: string) => string) | undefined;
  /** What it says to a line in place of that: '' is nothing, null ends the connection, undefined is as always. */
  instead?: ((line: string) => string | null | undefined) | undefined;
  stop(): Promise<void>;
}

/** Starts one that speaks as much of SMTP as it takes to receive a message (RFC 5321 §4.5.1). */
export async function startMailServer(): Promise<TestMailServer> {
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    receive(socket, server);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  const server: TestMailServer = {
    port: address.port,
    mails: [],
    stop: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return server;
}

function receive(socket: net.Socket, server: TestMailServer): void {
  let to = '';
  let lines: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 mail.example');
  createInterface({ input: socket }).on('line', (line) => {
    const instead = server.instead?.(line);
    if (instead === null) return void socket.destroy();
    if (instead !== undefined) return void (instead === '' || say(instead));
    if (lines !== undefined) {
      if (line !== '.') lines.push(line.replace(/^\./, ''));
      else {
        server.mails.push(readMail(to, lines.join('\r\n')));
        lines = undefined;
        say('250 OK');
      }
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') {
      to = /<(.*)>/.exec(line)?.[1] ?? '';
      say(server.answerTo?.(to) ?? '250 OK');
    } else if (verb === 'DATA') {
      lines = [];
      say('354 go ahead');
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else say('250 OK');
  });
}

function readMail(to: string, source: string): ReceivedMail {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = unfolded.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { to, headers: Object.fromEntries(headers), text: decoded(source) };
}

/** RFC 2045 §6.7, as if all of it were quoted-printable: what comes plain here holds no equals sign that means itself. */
function decoded(source: string): string {
  const bytes = source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
