/** A service of two processes that answer each request with the number and the id of theirs. */
import pino from 'pino';
import { listen } from '../../src/http/listen.ts';
import { createProcesses } from '../../src/process/create-processes.ts';
import { joinProcesses } from '../../src/process/join-processes.ts';

const member = await joinProcesses();
if (member === undefined) {
  const processes = createProcesses({ log: pino({ level: 'silent' }), onHopeless: () => process.exit(1) });
  const { ready } = await processes.start({ count: 2, given: undefined });
  process.stdout.write(`${ready}\n`);
} else {
  const { number } = member;
  const { url } = await listen(
    (_request, response) => void response.end(JSON.stringify({ number, pid: process.pid })),
    { host: '127.0.0.1', port: 0 },
  );
  member.ready({ url, ready: `ready on ${url}` });
}
