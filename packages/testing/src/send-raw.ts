import net from 'node:net';

/**
 * Sends a request line and headers as they are, and gives the status and the body of the answer.
 *
 * @param options.lastWords  of the body, after which nothing more is sent, whatever was announced
 */
export async function sendRaw(
  url: string,
  lines: readonly string[],
  { lastWords }: { lastWords?: string } = {},
): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  if (lastWords !== undefined) socket.end(lastWords);
  let answer = '';
  for await (const piece of socket) answer += piece;
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head, body };
}
