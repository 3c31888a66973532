import fc from 'fast-check';
import type { HostileContent } from './hostile-request.ts';
import { mostly } from './odd-values.ts';

const boundary = 'hostile-boundary';

/** The file of a form: right mostly, and what comes in its place. */
interface HostileFile {
  /** Name of its part. */
  part: string;
  contentType: string;
  right: Uint8Array;
  odd: fc.Arbitrary<Uint8Array>;
}

/** A multipart body: `texts` by name (JSON unless they are text), and a file, whole or not. */
export function multipartContent(
  texts: fc.Arbitrary<unknown>,
  { part: name, contentType, right, odd }: HostileFile,
): fc.Arbitrary<HostileContent> {
  const disposition = `Content-Disposition: form-data; name="${name}"`;
  const fileHead = mostly(
    `${disposition}; filename="a"\r\nContent-Type: ${contentType}`,
    fc.constantFrom(
      disposition,
      'Content-Disposition: form-data; name="other"; filename="a"',
      'Content-Disposition: form-data; name="__proto__"; filename="a"',
      'Content-Disposition: form-data; name=""; filename=""',
      `${disposition}; filename=""`,
      `${disposition}; filename="../../\u0000"`,
      `${disposition}; filename*=utf-8''%ff%fe`,
      `${disposition}; filename*=utf-8''a%00b.pdf`,
      'Content-Disposition: attachment',
      `Content-Disposition: form-data; name="${name}[a][b]"; filename="a"`,
      `Content-Disposition: form-data; name="${'d'.repeat(3000)}"; filename="a"`,
      'Content-Type: multipart/mixed; boundary=inner',
      '',
      `X-Many: ${'y'.repeat(90_000)}`,
    ),
  );
  const textName = mostly<string | undefined>(
    undefined,
    fc.constantFrom('__proto__', name, 'a[b]', 'toString', ''),
  );
  const whole = fc
    .record({
      values: texts,
      file: mostly(right, odd),
      fileHead,
      textName,
      copies: mostly(1, fc.constantFrom(0, 2, 40)),
    })
    .map(({ values, file, fileHead: head, textName: odder, copies }) => {
      const textParts = textsOf(values).map(([key, text]) =>
        partOf(`Content-Disposition: form-data; name="${odder ?? key}"`, Buffer.from(text)),
      );
      const fileParts = Array.from({ length: copies }, () => partOf(head, file));
      return Buffer.concat([...textParts, ...fileParts, Buffer.from(`--${boundary}--\r\n`)]);
    });
  const cut = fc.tuple(whole, fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1)));
  const type = mostly(
    `multipart/form-data; boundary=${boundary}`,
    fc.constantFrom(
      ...['multipart/form-data', 'multipart/form-data; boundary=other', 'multipart/form-data; boundary='],
      ...['multipart/form-data; boundary="', `multipart/form-data; boundary=${'b'.repeat(300)}`],
      `multipart/mixed; boundary=${boundary}`,
      `Multipart/Form-Data; Boundary=${boundary}; charset=\u00e9`,
    ),
  );
  return fc
    .tuple(type, fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: cut }))
    .map(([contentTypeOfBody, body]) => ({ headers: { 'Content-Type': contentTypeOfBody }, body }));
}

/** The members of a value as the boxes of a form; what has no text is left out. */
export function textsOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text === undefined ? [] : [[name, text]];
  });
}

function partOf(head: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
}
