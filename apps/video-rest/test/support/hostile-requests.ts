import {
  type ApiDocument,
  type ApiOperation,
  type HostileContent,
  type HostileRequest,
  hostileRequest,
  jsonContent,
  multipartContent,
  oddText,
  oddValue,
  schemaNamed,
  textsOf,
} from '@campus/testing/hostile';
import fc from 'fast-check';
import { silence } from './sound.ts';

/** What the requests may know of the service that they meet. */
export interface Surroundings {
  /** Values of the `Authorization` header that let somebody in. */
  credentials: [string, ...string[]];
  /** What stands in the place of `{id}` or `{slug}` of objects that exist, by path: `/rest/users/`. */
  keys: Record<string, string[]>;
}

/** Any request to any operation of the document. */
export function hostileVideoRequest(
  document: ApiDocument,
  { credentials, keys }: Surroundings,
): fc.Arbitrary<HostileRequest> {
  const [first] = credentials;
  return hostileRequest({
    document,
    root: '/rest/',
    keys,
    authorization: { right: credentials, wrong: [first.replace('Token', 'Bearer')] },
    query: {
      names: ['format', 'limit', '_', 'page'],
      values: [...Object.values(keys).flat(), 'json', 'api', 'last', '-title,id', 'fr'],
    },
    headers: { Origin: ['https://evil.example', 'null'], 'Sec-Fetch-Site': ['cross-site', '', 'x'] },
    contentOf: (operation) => contentOf(operation, { document, keys }),
  });
}

/** The members of a body by name: most of them right, some odd, some missing, and some that nobody knows. */
type Members = Record<string, unknown>;

function contentOf(
  { requestBody }: ApiOperation,
  { document, keys }: { document: ApiDocument; keys: Surroundings['keys'] },
): fc.Arbitrary<HostileContent | undefined> {
  const none = fc.constant(undefined);
  const forms = Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => {
    const members = membersOf(Object.keys(schemaNamed(document, schema.$ref ?? '').properties ?? {}), keys);
    if (type === 'multipart/form-data') return multipartContent(members, videoFile);
    if (type === 'application/x-www-form-urlencoded') return urlEncodedContent(members);
    return jsonContent(members);
  });
  if (forms.length === 0)
    return fc.oneof({ weight: 9, arbitrary: none }, jsonContent(fc.constant({ title: 'x' })));
  return fc.oneof(
    { weight: 1, arbitrary: none },
    ...forms.map((arbitrary) => ({ weight: 4, arbitrary })),
    // Where only a form is documented, JSON comes all the same.
    { weight: 1, arbitrary: jsonContent(fc.constant({ title: 'x', video: 'y' })) },
  );
}

const videoFile = {
  part: 'video',
  contentType: 'audio/wav',
  right: silence(),
  odd: fc.constantFrom<Uint8Array>(
    Buffer.alloc(0),
    Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
    silence().subarray(0, 30),
    Buffer.alloc(100_000, 1),
  ),
};

function membersOf(names: readonly string[], keys: Surroundings['keys']): fc.Arbitrary<Members> {
  const known = names.map((name) => {
    const right = rightValue(name, keys);
    return [name, fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: oddValue })] as const;
  });
  const whole = fc.record(Object.fromEntries(known));
  const missing = fc.record(Object.fromEntries(known), { requiredKeys: [] });
  const more = fc.dictionary(
    fc.constantFrom('__proto__', 'id', 'passwordHash', 'password_hash', 'x'),
    oddValue,
    {
      maxKeys: 2,
    },
  );
  return fc.tuple(fc.oneof(whole, missing), fc.oneof(fc.constant({}), more)).map(([some, others]) => {
    const members: Members = { ...some };
    // Own members, also the one named __proto__.
    for (const [name, value] of Object.entries(others))
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    return members;
  });
}

function rightValue(name: string, keys: Surroundings['keys']): fc.Arbitrary<unknown> {
  const address = (list: string) => fc.constantFrom(...(keys[list] ?? ['1'])).map((key) => `${list}${key}/`);
  const unique = fc.uuid();
  switch (name) {
    case 'owner':
      return address('/rest/users/');
    case 'type':
      return address('/rest/types/');
    case 'building':
      return address('/rest/buildings/');
    case 'url':
    case 'broadcaster_url':
      return unique.map((id) => `rtmp://stream.example.org/${id}`);
    case 'gmapurl':
      return fc.constantFrom('https://map.example.org/', null, '');
    case 'username':
    case 'name':
    case 'title':
      return unique;
    case 'email':
      return fc.constantFrom('ada@example.org', '');
    // Each one that is taken costs a hash; most are refused.
    case 'password':
      return fc.constantFrom<unknown>(
        'short',
        'short',
        'short',
        null,
        12_345_678,
        'x'.repeat(2000),
        undefined,
      );
    case 'date_added':
      return fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02 03:04');
    case 'date_evt':
      return fc.constantFrom('2026-01-02', null);
    case 'main_lang':
      return fc.constantFrom('en', 'fr');
    case 'video':
      return fc.constant(undefined);
    default:
      return name.startsWith('is_') || name === 'status' || name === 'allow_downloading'
        ? fc.constantFrom<unknown>(true, false, 'on', 'off', 1)
        : oddText;
  }
}

function urlEncodedContent(members: fc.Arbitrary<Members>): fc.Arbitrary<HostileContent> {
  const whole = members.map((values) =>
    textsOf(values)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&'),
  );
  const odd = fc.constantFrom('&&&', '=', 'a', '%', '%zz=%zz', 'a[b][c]=1', 'title=%ff', 'a=1&'.repeat(5000));
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return fc
    .oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: odd })
    .map((text) => ({ headers, body: Buffer.from(text) }));
}
