import type { BenchCase } from './bench-case.ts';
import { type Contestant, contestants } from './contestant.ts';
import type { RunningServer } from './start-child.ts';

/** Answers may hold the time in seconds, which may change between the two. */
const attempts = 3;

/**
 * Asks both servers for the same thing: figures of different answers could not be compared.
 *
 * @throws Error  when an answer is not 200, or the two differ where they must not
 */
export async function compareAnswers(
  { name, request, sameAnswer }: BenchCase,
  servers: Record<Contestant, Pick<RunningServer, 'url'>>,
): Promise<void> {
  if (!sameAnswer) return;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [service, bare] = await Promise.all(
      contestants.map((contestant) => fetchBytes(servers[contestant].url, request(0, contestant))),
    );
    if (service !== undefined && bare?.equals(service)) return;
  }
  throw new Error(`${name}: the two servers do not give the same answer`);
}

/** Sends a request without a body, given as its bytes. */
async function fetchBytes(url: string, bytes: Buffer): Promise<Buffer> {
  const [first = '', ...lines] = bytes.toString().trimEnd().split('\r\n');
  const authorization = lines.find((line) => line.startsWith('Authorization: '))?.slice(15) ?? '';
  const response = await fetch(url + first.split(' ')[1], { headers: { authorization } });
  if (!response.ok) throw new Error(`${first} at ${url} was answered with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
