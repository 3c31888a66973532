import { beforeAll, describe, expect, test } from '@jest/globals';
import { ListError, readList } from '../../src/trusted-lists/read-list.ts';
import { issueCertificate, type TestSigner } from '../support/test-pki.ts';
import { derOf, listXml, qualification, servicePurpose, signedList } from '../support/trusted-lists.ts';

const { signal: untilTheEnd } = new AbortController();

let signer: TestSigner;
let rsaSigner: TestSigner;
let stranger: TestSigner;
let authority: TestSigner;

beforeAll(async () => {
  [signer, rsaSigner, stranger, authority] = await Promise.all([
    issueCertificate({ name: 'Scheme operator' }),
    issueCertificate({ name: 'Scheme operator', algorithm: 'RSA' }),
    issueCertificate({ name: 'Stranger' }),
    issueCertificate({ name: 'Qualified authority', authority: true }),
  ]);
});

const read = (bytes: Uint8Array, ...signers: TestSigner[]) =>
  readList({ bytes, signers: signers.map(derOf) }, { signal: untilTheEnd });

describe('A list that one of those has signed who may', () => {
  test('tells services with their certificates, and how they stood when', async () => {
    const policy = '1.2.250.1.1';
    const xml = listXml({
      territory: 'fr',
      services: [
        {
          certificate: authority,
          periods: [
            { status: 'withdrawn', since: '2026-06-01T00:00:00Z' },
            {
              since: '2020-01-01T00:00:00Z',
              extensions: `${servicePurpose('ForeSignatures')}${qualification({ policy, qualifiers: ['QCWithQSCD'] })}`,
            },
          ],
        },
        { certificate: stranger, periods: [{ type: 'EDS/Q' }] },
      ],
    });

    const list = await read(await signedList(xml, signer), stranger, signer);

    expect(list).toMatchObject({
      territory: 'FR',
      sequence: 7,
      nextUpdate: new Date('2099-01-01T00:00:00Z'),
    });
    expect(list.services).toEqual([
      {
        provider: 'Trust Providers',
        name: 'Certificates for people',
        certificates: [derOf(authority)],
        periods: [
          expect.objectContaining({
            status: expect.stringMatching(/withdrawn$/),
            since: new Date('2026-06-01T00:00:00Z'),
          }),
          expect.objectContaining({
            status: expect.stringMatching(/granted$/),
            purposes: [expect.stringMatching(/ForeSignatures$/)],
            qualifications: [
              {
                qualifiers: [expect.stringMatching(/QCWithQSCD$/)],
                criteria: expect.objectContaining({
                  assert: 'atLeastOne',
                  policies: [[policy]],
                  hasUnknown: false,
                }),
              },
            ],
          }),
        ],
      },
    ]);
  });

  test.each(['rsa-sha256', 'rsa-sha512'] as const)('may be signed by %s', async (algorithm) => {
    expect(await read(await signedList(listXml(), rsaSigner, { algorithm }), rsaSigner)).toMatchObject({
      territory: 'FR',
    });
  });
});

describe('A list is refused', () => {
  const refused: [string, () => Promise<Uint8Array>, RegExp][] = [
    ['that is not signed', async () => Buffer.from(listXml()), /is not signed$/],
    ['that somebody else has signed', () => signedList(listXml(), stranger), /not signed by any of the 1/],
    [
      'that was changed afterwards',
      async () => Buffer.from((await signedList(listXml(), signer)).toString().replace('>7<', '>8<')),
      /not signed by any/,
    ],
    [
      'of which a part alone is signed',
      async () => {
        const inner = listXml().replace(/^<\?xml.*\n/, '');
        return signedList(`<wrapper>${inner}</wrapper>`, signer, { signedId: 'list' });
      },
      /not signed by any/,
    ],
    [
      'with a signed list inside another',
      async () => {
        const signed = (await signedList(listXml(), signer)).toString().replace(/^<\?xml.*\n/, '');
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? '';
        return Buffer.from(
          listXml({ sequence: 99 }).replace(
            '</tsl:TrustServiceStatusList>',
            `<o>${signed}</o>${signature}$&`,
          ),
        );
      },
      /not signed by any/,
    ],
    [
      'with two signatures',
      async () => signedList((await signedList(listXml(), signer)).toString(), signer),
      /several signatures/,
    ],
    [
      'with a document type',
      async () => Buffer.from(`<!DOCTYPE x [<!ENTITY a "b">]>${listXml()}`),
      /document type/,
    ],
    [
      'whose issue has no number',
      () => signedList(listXml().replace('>7<', '>seven<'), signer),
      /has "seven" where the number of its issue must be/,
    ],
    [
      'whose issue has a number beyond all counting',
      () => signedList(listXml({ sequence: 12_345_678_901 }), signer),
      /has "12345678901" where the number of its issue must be/,
    ],
    [
      'of no country',
      () => signedList(listXml({ territory: 'France and all its territories' }), signer),
      /has "France and all its territories" where a country must be/,
    ],
    [
      'with a character that no database keeps',
      () => signedList(listXml({ services: [{ certificate: authority, name: 'Nothing &#0;' }] }), signer),
      /characters that no text has/,
    ],
    ['that is no XML', async () => Buffer.from('{"list": []}'), /no well-formed XML/],
    ['that is another document', async () => signedList('<x Id="x"><y/></x>', signer), /is no trusted list/],
    ['that is not UTF-8', async () => Buffer.from([0xff, 0xfe, 0]), /not made as lists are/],
    [
      'whose elements are nested without end',
      async () => Buffer.from(`${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`),
      /not signed|not made as lists|more time or memory/,
    ],
  ];

  test.each(refused)('%s', async (_name, bytes, message) => {
    await expect(read(await bytes(), signer)).rejects.toThrow(message);
  });

  test('that is signed by SHA-1', async () => {
    const bytes = await signedList(listXml(), rsaSigner, { algorithm: 'rsa-sha1' });
    await expect(read(bytes, rsaSigner)).rejects.toThrow(/not signed by any/);

    const digest = 'http://www.w3.org/2000/09/xmldsig#sha1';
    const digested = await signedList(listXml(), rsaSigner, { algorithm: 'rsa-sha256', digest });
    await expect(read(digested, rsaSigner)).rejects.toThrow(/not signed by any/);
  });

  test('that takes longer than any list needs', async () => {
    const bytes = await signedList(listXml(), signer);
    const reading = readList(
      { bytes, signers: [derOf(signer)] },
      { signal: untilTheEnd, timeoutMs: 1, maxHeapMebibytes: 512 },
    );

    await expect(reading).rejects.toThrow('takes more time or memory than any list needs');
  });
});

test('A list is read no further when the process stops', async () => {
  const bytes = await signedList(listXml(), signer);
  const stopping = new AbortController();
  const reading = readList({ bytes, signers: [derOf(signer)] }, { signal: stopping.signal });

  stopping.abort();

  await expect(reading).rejects.toThrow(ListError);
});
