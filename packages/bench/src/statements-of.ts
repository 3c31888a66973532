import { fewestStatements } from '@campus/testing';
import type { BenchCase } from './bench-case.ts';
import { openConnection } from './connection.ts';

/** Requests that do not count: caches are full then, and calls that they set off wait, as under load. */
const requestsBefore = 10;

/**
 * The statements that a server sends for a request of a case.
 *
 * @param url   of the server
 * @param sent  where `watchStatements` notes what it sends
 * @throws Error  when an answer is none of success
 */
export async function statementsOf(
  { name, request }: BenchCase,
  { url, sent }: { url: string; sent: string[] },
): Promise<string[]> {
  const connection = await openConnection(url);
  let n = 0;
  const ask = async () => {
    const status = await connection.send(request(n++, 'service'));
    if (status < 200 || status > 299) throw new Error(`${name} was answered with ${status}`);
  };
  try {
    while (n < requestsBefore) await ask();
    return await fewestStatements(sent, ask);
  } finally {
    connection.close();
  }
}
