import { eventually } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { formatContractDate } from '../src/signing/contract-date.ts';
import { validPdf } from './support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind, recordOf } from './support/records.ts';
import { useService } from './support/service.ts';

const service = useService();

async function idsOf(query: string, kind: Kind = 'conventions'): Promise<number[]> {
  const { body } = await service.institution.get(`/api/${kind}?${query}`).expect(200);
  return body.results.map(({ id }: { id: number }) => id);
}

async function rowOf(id: number) {
  const { body } = await service.institution.get(`/api/conventions?before=${id + 1}&page_size=1`).expect(200);
  return body.results[0];
}

describe('?state=, ?page_size= and ?before=', () => {
  test('restrict, and next carries them on', async () => {
    const drafts = [await givenDraft(service), await givenDraft(service), await givenDraft(service)];
    await givenInSigning(service);

    const { body } = await service.institution.get('/api/conventions?state=draft&page_size=2').expect(200);
    const next = new URL(body.next);

    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([drafts[2]?.id, drafts[1]?.id]);
    expect(next.searchParams.get('state')).toBe('draft');
    expect(await idsOf(next.search.slice(1))).toContain(drafts[0]?.id);
  });

  test.each(['state=open', 'page_size=0', 'page_size=201', 'failed=yes', 'q=%00'])(
    '%s: 400',
    async (query) => {
      await service.institution.get(`/api/conventions?${query}`).expect(400);
    },
  );
});

describe('?q=', () => {
  let id: number;

  beforeAll(async () => {
    const body = {
      pdf64: Buffer.from(await validPdf()).toString('base64'),
      reference: ' ST-2026/0042 ',
      metadata: {
        title: 'Stage « Données ouvertes », d’été, Œuvres',
        companyname: 'Ateliers Éluard & Fils',
        school: 'Université de Montbrun',
        workflowId: 'w',
        signatory: [{ name: "O'Connor", givenname: 'Zoë', mail: 'zoe.oc@example.org', order: 1 }],
        watchers: [{ mail: 'bureau.stages@example.edu' }],
      },
    };
    const response = await service.institution.post('/api/conventions').send(body).expect(201);
    id = response.body.id;
    expect(response.body.reference).toBe('ST-2026/0042');
  });

  test.each([
    'donnees',
    'DONNÉES ouvertes',
    "d'ete",
    'oeuvres',
    'eluard',
    'montbrun',
    "zoe o'connor",
    'oconnor zoe'.replace('oc', "o'c"),
    'zoe.oc@example.org',
    'st-2026/0042',
    '0042 montbrun',
    'bureau.stages',
  ])('%j finds it', async (words) => {
    expect(await idsOf(`q=${encodeURIComponent(words)}`)).toEqual([id]);
  });

  test.each(['montbrun nowhere', 'zo%', 'ST_2026', '\\'])('%j does not', async (words) => {
    expect(await idsOf(`q=${encodeURIComponent(words)}`)).toEqual([]);
  });

  test('blanks alone do not restrict', async () => {
    expect(await idsOf('q=%20&page_size=1')).toEqual([id]);
  });
});

describe('Progress', () => {
  const person = (mail: string, order: number) => ({ name: mail, givenname: 'G', mail, order });
  const people = [
    person('first@turn.example.org', 1),
    person('second-a@turn.example.org', 2),
    person('second-b@turn.example.org', 2),
    person('third@turn.example.org', 3),
  ];

  test('each row tells how many have signed, whose turn it is and since when, and ?waiting_for= finds by it', async () => {
    const { id } = await givenInSigning(service, { signatory: people });
    const { progress: first } = await rowOf(id);
    expect(first).toMatchObject({
      signed: 0,
      total: 4,
      waitingFor: [{ mail: 'first@turn.example.org', order: 1 }],
    });
    expect(await idsOf('waiting_for=FIRST@turn.example.org')).toEqual([id]);
    expect(await idsOf('waiting_for=second-a@turn.example.org')).toEqual([]);

    const signedAt = new Date();
    const signatureDate = formatContractDate(signedAt);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([
        dateOf(1, { mail: 'first@turn.example.org', signatureDate }),
        dateOf(2, { mail: 'second-a@turn.example.org' }),
      ])
      .expect(200);

    const { progress } = await rowOf(id);
    expect(progress).toEqual({
      signed: 2,
      total: 4,
      waitingFor: [
        { name: 'second-b@turn.example.org', givenname: 'G', mail: 'second-b@turn.example.org', order: 2 },
      ],
      waitingSince: signedAt.toISOString(),
      documentDeposited: false,
    });
    expect(await idsOf('waiting_for=first@turn.example.org')).toEqual([]);
    expect(await idsOf('waiting_for=second-b@turn.example.org')).toEqual([id]);
    expect((await recordOf(service, id)) as object).toMatchObject({ progress });
  });

  test('a date in the future makes nobody wait from then on', async () => {
    const { id } = await givenInSigning(service, { signatories: 2 });
    const began = (await rowOf(id)).progress.waitingSince;

    const signatureDate = '2999-01-01T00:00:00.000+0000';
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1, { signatureDate })])
      .expect(200);

    expect((await rowOf(id)).progress.waitingSince).toBe(began);
  });

  test('a date before the round does not make anybody wait longer than the round', async () => {
    const { id } = await givenInSigning(service, { signatories: 2 });
    const began = (await rowOf(id)).progress.waitingSince;

    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);

    expect((await rowOf(id)).progress.waitingSince).toBe(began);
  });

  test('a draft waits for nobody, and a signed record neither', async () => {
    const draft = await givenDraft(service);
    const signed = await givenInSigning(service, { signatories: 1 });
    await service.vendor
      .patch(`/public/api/conventions/${signed.id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await deposit(service, signed.id, await validPdf({ text: 'signed' })).expect(200);

    expect((await rowOf(draft.id)).progress).toMatchObject({ signed: 0, waitingFor: [], waitingSince: null });
    expect((await rowOf(signed.id)).progress).toMatchObject({
      signed: 1,
      waitingFor: [],
      documentDeposited: true,
    });
  });
});

test('?failed= finds the records whose call does not come through, and the row says why', async () => {
  service.webhook.answerWith((_request, response) => void response.writeHead(503).end());
  const { id } = await givenInSigning(service);

  await eventually(async () => expect(await idsOf('failed=true')).toEqual([id]));
  const [failing] = (await service.institution.get('/api/conventions?failed=true')).body.results;
  expect(failing.delivery).toMatchObject({ state: 'pending', error: 'answered 503' });
  expect(await idsOf('failed=false&page_size=200')).not.toContain(id);
  await service.sql.query(
    "update deliveries set state = 'failed', next_attempt_at = null where signable_id = (select id from signables where kind = 'agreement' and number = $1)",
    [id],
  );
  expect(await idsOf('failed=true')).toEqual([id]);
  const { body } = await service.institution.get('/api/deliveries?state=failed').expect(200);
  expect(body).toMatchObject({
    results: [{ kind: 'convention', recordId: id, state: 'failed' }],
    next: null,
  });
  await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
  expect(await idsOf('failed=true')).toEqual([]);
});

test('A reference is unique per kind: the second gets 409', async () => {
  const body = {
    pdf64: Buffer.from(await validPdf()).toString('base64'),
    reference: 'UNIQUE-1',
    metadata: metadataOnly,
  };
  const first = await service.institution.post('/api/conventions').send(body).expect(201);

  const second = await service.institution.post('/api/conventions').send(body);
  await service.institution.post(`/api/conventions/${first.body.id}/avenants`).send(body).expect(201);

  expect(second.status).toBe(409);
  expect(second.body).toMatchObject({ title: 'Reference taken', errors: [{ pointer: '/reference' }] });
});

const metadataOnly = {
  title: 'T',
  companyname: 'C',
  school: 'S',
  workflowId: '',
  signatory: [{ name: 'N', givenname: 'G', mail: 'n@example.org', order: 1 }],
};
