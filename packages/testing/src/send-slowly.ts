import { once } from 'node:events';
import http from 'node:http';

/** Sends a request whose last bytes come once something has happened. @returns the status of its answer */
export async function sendSlowly(
  url: string,
  {
    method = 'POST',
    headers,
    body,
    meanwhile,
  }: { method?: string; headers: http.OutgoingHttpHeaders; body: Buffer; meanwhile: () => Promise<unknown> },
): Promise<number | undefined> {
  const call = http.request(url, { method, headers });
  const response = once(call, 'response');
  call.write(body.subarray(0, -10));
  await meanwhile();
  call.end(body.subarray(-10));
  const [answer] = (await response) as [http.IncomingMessage];
  answer.resume();
  return answer.statusCode;
}
