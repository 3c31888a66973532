import { fewestStatements } from '@campus/testing';
import { type BenchCase, requireStatus } from './bench-case.ts';
import { openConnection } from './connection.ts';

/** Requests that do not count: caches are full then, and calls that they set off wait, as under load. */
const requestsBefore = 10;

/**
 * The statements that a server sends for a request of a case.
 *
 * @param url   of the server
 * @param sent  where `watchStatements` notes what it sends
 * @throws Error  when an answer is not the right one
 */
export async function statementsOf(
  benchCase: BenchCase,
  { url, sent }: { url: string; sent: string[] },
): Promise<string[]> {
  const connection = await openConnection(url);
  let n = 0;
  const ask = async () => {
    const request = benchCase.request(n++, 'service');
    requireStatus(benchCase, (await connection.send(request)).status);
  };
  try {
    while (n < requestsBefore) await ask();
    // More than elsewhere: a busy machine now and then forgets who calls.
    return await fewestStatements(sent, ask, { of: 20, enough: benchCase.statements });
  } finally {
    connection.close();
  }
}
