/** A whole HTTP/1.1 request as it goes over the wire. */
export function requestBytes({
  method = 'GET',
  path,
  authorization,
  type,
  body,
}: {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** The header's value: scheme and credentials. */
  authorization: string;
  /** Content type of the body. */
  type?: string;
  body?: Buffer;
}): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${authorization}`,
    ...(body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
    '\r\n',
  ].join('\r\n');
  return body === undefined ? Buffer.from(head) : Buffer.concat([Buffer.from(head), body]);
}
