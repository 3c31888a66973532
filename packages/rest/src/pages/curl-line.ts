/** What a request brings: JSON, or the fields of a form with a file. */
export type CurlBody = { json: unknown } | { fields: Readonly<Record<string, string>>; file: string };

/**
 * A request as a line for a POSIX shell, with the token in a variable of the shell.
 *
 * @param request.url  absolute
 * @param request.language  given when the answer depends on it
 */
export function curlLine(request: {
  method: string;
  url: string;
  language?: string | undefined;
  body?: CurlBody | undefined;
}): string {
  const { method, url, language, body } = request;
  const parts = ['curl'];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET') parts.push('--request', method);
  // curl would take brackets and braces for a set of addresses.
  if (/[[\]{}]/.test(url)) parts.push('--globoff');
  parts.push('--header', '"Authorization: Token $TOKEN"');
  if (language !== undefined) parts.push('--header', quoted(`Accept-Language: ${language}`));
  parts.push(...bodyOptions(body), quoted(url));
  return parts.join(' ');
}

function bodyOptions(body: CurlBody | undefined): string[] {
  if (body === undefined) return [];
  if ('json' in body) {
    const json = quoted(JSON.stringify(body.json));
    return ['--header', quoted('Content-Type: application/json'), '--data-raw', json];
  }
  const fields = Object.entries(body.fields).flatMap(([name, value]) => [
    '--form-string',
    quoted(`${name}=${value}`),
  ]);
  return [...fields, '--form', quoted(`${body.file}=@file.mp4`)];
}

/** One word of a POSIX shell: between single quotes nothing has a meaning, and none can stand (Shell §2.2.2). */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
