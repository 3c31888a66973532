import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { longestBeginning, supersededDocuments } from '../../src/signing/superseded-document.ts';
import { signIn } from '../support/console.ts';
import { incrementallyUpdated, validPdf } from '../support/pdfs.ts';
import {
  dateOf,
  deposit,
  givenInSigning,
  type Kind,
  metadata,
  type RecordOnWire,
  recordOf,
  sha256,
} from '../support/records.ts';
import { useService } from '../support/service.ts';
import { createSigner, signedPdf } from '../support/signed-pdfs.ts';

const service = useService({ webhook: false });
const kinds: Kind[] = ['conventions', 'avenants'];

interface Given {
  id: number;
  /** Registered one after the other; all but the last are superseded. */
  documents: Uint8Array[];
}

/** A record that was sent for signature with each of the documents, one round each. */
async function givenRounds(documents: Uint8Array[], kind: Kind = 'conventions'): Promise<Given> {
  const [first, ...later] = documents;
  const { id } = await givenInSigning(service, { kind, signatories: 1, ...(first && { pdf: first }) });
  for (const pdf of later) {
    await takeBack(id, kind);
    await replace(id, pdf, kind);
    await send(id, kind);
  }
  return { id, documents };
}

function takeBack(id: number, kind: Kind = 'conventions') {
  return service.institution.delete(`/api/${kind}/${id}/signature`).expect(200);
}

function replace(id: number, pdf: Uint8Array, kind: Kind = 'conventions') {
  const body = { pdf64: Buffer.from(pdf).toString('base64'), metadata: metadata({ signatories: 1 }) };
  return service.institution.put(`/api/${kind}/${id}`).send(body).expect(200);
}

function send(id: number, kind: Kind = 'conventions') {
  return service.institution.post(`/api/${kind}/${id}/signature`).expect(202);
}

async function signed(pdf: Uint8Array): Promise<Uint8Array> {
  return signedPdf(pdf, await createSigner());
}

async function givenDocuments(): Promise<[Uint8Array, Uint8Array]> {
  return [await validPdf({ text: 'six hundred' }), await validPdf({ text: 'nothing at all' })];
}

function eventsOf({ history }: RecordOnWire): string[] {
  return history.map(({ event }) => event);
}

describe.each(kinds)('POST /public/api/%s/:id/pdf', (kind) => {
  test('Given a document that was replaced since, When a signed version of it comes with all dates, Then it is kept and does not count', async () => {
    const [old, current] = await givenDocuments();
    const { id } = await givenRounds([old, current], kind);
    const late = await signed(old);
    await service.vendor
      .patch(`/public/api/${kind}/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);

    const refused = await deposit(service, id, late, kind).expect(409);

    expect(refused.body).toMatchObject({
      type: '/public/problems#superseded_document',
      errors: [{ pointer: '/doc' }],
    });
    expect(refused.body.detail).toContain(`round 1 (SHA-256 ${sha256(old)}, ${old.length} bytes)`);
    const record = await recordOf(service, id, kind);
    expect(record).toMatchObject({
      state: 'signing',
      round: 2,
      progress: { documentDeposited: false },
      deposits: [
        { version: 1, round: 1, sha256: sha256(late), superseded: { sha256: sha256(old), size: old.length } },
      ],
    });
    expect(record.history.at(-1)).toMatchObject({
      event: 'superseded-deposited',
      detail: {
        version: 1,
        round: 1,
        sha256: sha256(late),
        superseded: { sha256: sha256(old), size: old.length },
      },
    });
    await service.institution.get(`/api/${kind}/${id}/signed-pdf`).expect(404);
    const kept = await service.institution.get(`/api/${kind}/${id}/signed-pdf?version=1`).expect(200);
    expect(Buffer.from(late).equals(kept.body)).toBe(true);
  });
});

test('Given a superseded deposit, When the right one follows, Then that one counts and completes the round', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([old, current]);
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  await deposit(service, id, await signed(old)).expect(409);

  await deposit(service, id, await signed(current)).expect(200);

  const record = await recordOf(service, id);
  expect(record).toMatchObject({
    state: 'signed',
    deposits: [
      { version: 1, round: 1 },
      { version: 2, round: 2, superseded: null },
    ],
  });
  const back = await takeBack(id);
  expect(back.body.setAside.deposits).toEqual([2]);
});

test('Given a superseded deposit, When the very same bytes come again, Then they are refused again and nothing is added', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([old, current]);
  const late = await signed(old);
  await deposit(service, id, late).expect(409);
  const before = await recordOf(service, id);

  await deposit(service, id, late).expect(409);

  expect(await recordOf(service, id)).toEqual(before);
});

test('Given what counted in its own round, When it comes again after the document was replaced, Then it is evidence of that too', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([old]);
  const first = await signed(old);
  await deposit(service, id, first).expect(200);
  await takeBack(id);
  await replace(id, current);
  await send(id);

  await deposit(service, id, first).expect(409);

  expect((await recordOf(service, id)).deposits).toMatchObject([
    { version: 1, round: 1, superseded: null },
    { version: 2, round: 1, superseded: { sha256: sha256(old) } },
  ]);
});

test('Given a document that was replaced before it was ever sent, When it comes signed, Then the refusal says so', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([await validPdf({ text: 'first' })]);
  await takeBack(id);
  await replace(id, old);
  await replace(id, current);
  await send(id);

  const refused = await deposit(service, id, await signed(old)).expect(409);

  expect(refused.body.detail).toContain('never sent for signature');
  const record = await recordOf(service, id);
  expect(record.deposits).toMatchObject([{ version: 1, round: 0, superseded: { sha256: sha256(old) } }]);
  expect(record).toMatchObject({ progress: { documentDeposited: false } });
});

test('Given the same bytes registered again, When the document comes signed, Then it counts', async () => {
  const [document, other] = await givenDocuments();
  const { id } = await givenRounds([document, other, document]);

  await deposit(service, id, await signed(document)).expect(200);

  expect((await recordOf(service, id)).deposits).toMatchObject([{ round: 3, superseded: null }]);
});

describe('Given documents of which one is the beginning of the other', () => {
  test('When the longer one is to be signed, Then a signed version of it counts, and one of the shorter does not', async () => {
    const [shorter] = await givenDocuments();
    const longer = await incrementallyUpdated(shorter);
    const { id } = await givenRounds([shorter, longer]);

    await deposit(service, id, await signed(longer)).expect(200);
    const refused = await deposit(service, id, await signed(shorter)).expect(409);

    expect(refused.body.detail).toContain(`round 1 (SHA-256 ${sha256(shorter)}`);
  });

  test('When the shorter one is to be signed, Then a signed version of it counts, and one of the longer does not', async () => {
    const [shorter] = await givenDocuments();
    const longer = await incrementallyUpdated(shorter);
    const { id } = await givenRounds([longer, shorter]);

    await deposit(service, id, await signed(shorter)).expect(200);
    const refused = await deposit(service, id, await signed(longer)).expect(409);

    expect(refused.body.detail).toContain(`round 1 (SHA-256 ${sha256(longer)}`);
  });
});

test('Given a history whose registration tells no hash, When anything is deposited, Then it counts as it did', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([old, current]);
  await service.sql.query(
    "update history set detail = '{}' where event = 'registered' and signable_id = (select id from signables where kind = 'agreement' and number = $1)",
    [id],
  );

  await deposit(service, id, await signed(old)).expect(200);

  expect((await recordOf(service, id)).deposits).toMatchObject([
    { round: 2, superseded: null, signatures: { beginsWithRegisteredDocument: false } },
  ]);
});

test('Given a record with a replaced document, When staff records a signed version of it as signed outside, Then it is refused and nothing changes', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([old, current]);
  const before = await recordOf(service, id);

  const refused = await service.institution
    .post(`/api/conventions/${id}/signed-outside`)
    .field('reason', 'paper')
    .attach('doc', Buffer.from(await signed(old)), 'scan.pdf')
    .expect(409);

  expect(refused.body.type).toBe('/public/problems#superseded_document');
  expect(await recordOf(service, id)).toEqual(before);
});

test('Given a superseded deposit, When its record is looked at, Then the page says that it does not count, in documents and history', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([old, current]);
  await deposit(service, id, await signed(old)).expect(409);
  const clerk = await signIn(service, 'reader');
  const lecteur = await signIn(service, 'reader', { language: 'fr' });

  const { text } = await clerk.get(`/console/conventions/${id}/`).expect(200);
  const { text: texte } = await lecteur.get(`/console/conventions/${id}/`).expect(200);

  expect(text).toContain('does not count');
  expect(text).toContain('It begins with a document that was replaced since:');
  expect(text).toContain(sha256(old));
  expect(text).toContain('Signed version of a replaced document arrived, which does not count');
  expect(texte).toContain('ne compte pas');
});

test('An erasure takes superseded deposits with it', async () => {
  const [old, current] = await givenDocuments();
  const { id } = await givenRounds([old, current]);
  const late = await signed(old);
  await deposit(service, id, late).expect(409);

  await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'r' }).expect(204);

  const { rows } = await service.sql.query('select 1 from documents where sha256 = $1', [sha256(late)]);
  expect(rows).toEqual([]);
  expect(eventsOf(await recordOf(service, id))).toContain('superseded-deposited');
});

describe('The documents that a record has had', () => {
  const registered = (sha256: string | null) => ({
    isRegistration: true,
    sha256,
    size: sha256 === null ? null : 10,
    round: null,
  });
  const round = (number: number) => ({ isRegistration: false, sha256: null, size: null, round: number });
  const superseded = (sha256: string, round: number) => ({ sha256, size: 10, round });

  test.each([
    ['one that is still there', [registered('a'), round(1)], 'a', []],
    [
      'one that was replaced after its rounds',
      [registered('a'), round(1), round(2), registered('b')],
      'b',
      [superseded('a', 2)],
    ],
    ['one that was never sent', [registered('a'), registered('b'), round(1)], 'b', [superseded('a', 0)]],
    [
      'one that came back',
      [registered('a'), round(1), registered('b'), round(2), registered('a')],
      'a',
      [superseded('b', 2)],
    ],
    [
      'one that came and went',
      [registered('a'), round(1), registered('b'), registered('a'), registered('c')],
      'c',
      [superseded('a', 1), superseded('b', 0)],
    ],
    [
      'a round of one that tells no hash',
      [registered('a'), registered(null), round(1), registered('c')],
      'c',
      [superseded('a', 0)],
    ],
  ])('%s', (_name, events, sha, expected) => {
    expect(supersededDocuments(events, { sha256: sha })).toEqual(expected);
  });

  test('Of all beginnings of a file the longest is found, whatever else is asked for', async () => {
    const file = fc.uint8Array({ minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.array(fc.nat(220), { maxLength: 6 }),
        fc.array(file, { maxLength: 3 }),
        async (bytes, lengths, others) => {
          const beginnings = lengths.filter((length) => length > 0 && length <= bytes.length);
          const documentOf = (part: Uint8Array) => ({ sha256: sha256(part), size: part.length });
          const documents = [
            ...beginnings.map((length) => documentOf(bytes.subarray(0, length))),
            ...others.filter((other) => !startsWith(bytes, other)).map(documentOf),
          ];

          const found = await longestBeginning(bytes, documents);

          expect(found?.size).toBe(beginnings.length === 0 ? undefined : Math.max(...beginnings));
        },
      ),
    );
  });
});

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, beginning.length)).equals(beginning);
}
