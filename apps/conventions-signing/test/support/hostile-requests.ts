import {
  type ApiDocument,
  type ApiOperation,
  type HostileContent,
  type HostileRequest,
  hostileRequest,
  jsonContent,
  multipartContent,
  schemaNamed,
} from '@campus/testing/hostile';
import fc from 'fast-check';
import { spoiled } from './spoiled.ts';
import { validValue } from './valid-value.ts';

/** What the requests may know of the service that they meet. */
export interface Surroundings {
  /** Right token of the API that the document describes, and other ones. */
  token: string;
  otherTokens: string[];
  /** Values of `{id}` that exist, by what stands before it, such as `/api/conventions/`. */
  ids: Record<string, (string | number)[]>;
  /** A readable PDF. */
  pdf: Uint8Array;
}

/** Any request to any operation of one of our two documents. */
export function hostileSigningRequest(
  document: ApiDocument,
  { token, otherTokens, ids, pdf }: Surroundings,
): fc.Arbitrary<HostileRequest> {
  const basic = `Basic ${Buffer.from(`a:${token}`).toString('base64')}`;
  return hostileRequest({
    document,
    // The documents of both APIs have it in their paths.
    root: '/api/',
    keys: ids,
    authorization: {
      right: [`Bearer ${token}`],
      wrong: [...otherTokens.map((other) => `Bearer ${other}`), basic],
    },
    query: { names: ['before'], values: ['failed', 'signing', 'draft', 'martin', 'a@example.org'] },
    headers: {
      Accept: ['application/pdf'],
      'Content-Type': ['multipart/form-data'],
      'Idempotency-Key': ['key-1', 'key-2', 'key-3', '', 'a b', 'x'.repeat(256), '\u00e9', ['a', 'b']],
    },
    contentOf: (operation) => contentOf(operation, { document, pdf }),
  });
}

function contentOf(
  { requestBody }: ApiOperation,
  { document, pdf }: { document: ApiDocument; pdf: Uint8Array },
): fc.Arbitrary<HostileContent | undefined> {
  const context = { resolve: (ref: string) => schemaNamed(document, ref), known: knownValues(pdf) };
  const forms = Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => {
    if (type !== 'multipart/form-data') {
      const right = validValue(schema, context);
      return jsonContent(right, spoiled(right));
    }
    const resolved = schema.$ref === undefined ? schema : schemaNamed(document, schema.$ref);
    const texts = Object.entries(resolved.properties ?? {})
      .filter(([, member]) => member.format !== 'binary')
      .map(([name, member]) => [name, validValue(member, context, name)] as const);
    const right = fc.record(Object.fromEntries(texts));
    return multipartContent(fc.oneof(right, spoiled(right)), {
      part: 'doc',
      contentType: 'application/pdf',
      right: pdf,
      odd: fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.constant(pdf.slice(0, 300)),
        fc.constant(Buffer.concat([pdf, Buffer.alloc(100_000)])),
      ),
    });
  });
  const none = fc.constant(undefined);
  if (forms.length === 0)
    return fc.oneof({ weight: 9, arbitrary: none }, jsonContent(fc.constant({ reason: 'none' })));
  return fc.oneof({ weight: 1, arbitrary: none }, ...forms.map((arbitrary) => ({ weight: 6, arbitrary })));
}

/** Better values than the schema alone would give, by the name of the member. */
function knownValues(pdf: Uint8Array): Record<string, fc.Arbitrary<unknown>> {
  const pdf64 = Buffer.from(pdf).toString('base64');
  const mails = ['signatory1@example.org', 'signatory2@example.org', 'SIGNATORY1@example.org'];
  return {
    pdf64: fc.oneof(
      { weight: 5, arbitrary: fc.constant(pdf64) },
      fc.base64String(),
      fc.constant(pdf64.slice(0, 400)),
    ),
    mail: fc.constantFrom(...mails, 'x@example.org'),
    order: fc.constantFrom(1, 2, 3),
    signatureDate: fc.constantFrom(
      '2026-03-01T10:00:00.000+0100',
      '2026-02-30T10:00:00.000+0000',
      '9999-12-31T23:59:59.999-1200',
      '0001-01-01T00:00:00.000+0100',
    ),
  };
}
