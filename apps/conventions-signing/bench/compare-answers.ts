import type { BenchCase, Contestant } from './cases.ts';

/**
 * Asks both servers for the same thing once: figures of different answers could not be compared.
 *
 * @throws Error  when an answer is not 200, or the two differ where they must not
 */
export async function compareAnswers(
  { name, request, sameAnswer }: BenchCase,
  urls: Record<Contestant, string>,
): Promise<void> {
  if (!sameAnswer) return;
  const [service, bare] = await Promise.all(
    (['service', 'bare'] as const).map((contestant) => fetchBytes(urls[contestant], request(0, contestant))),
  );
  if (service === undefined || bare === undefined || !service.equals(bare))
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
