import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { formatContractDate } from '../../../src/domain/contract-date.ts';
import { signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const migration = path.resolve(
  import.meta.dirname,
  '../../../../../prisma/conventions-signing/migrations/20261122070000_search_references/migration.sql',
);

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

  test('Given a word a hundred times, When it is searched for, Then it counts once', async () => {
    expect(await idsOf(`q=${'2026/ '.repeat(100)}0042`)).toEqual([id]);
  });

  test('Given nine different words, When they are searched for, Then 400 says how many a search takes', async () => {
    const nine = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8', 'i9'].join('+');

    const { body } = await service.institution.get(`/api/conventions?q=${nine}`).expect(400);

    expect(body.detail).toContain('q must hold at most 8 different words');
    const staff = await signIn(service, 'reader');
    const { text } = await staff.get(`/console/conventions/?waiting_for=${nine}`).expect(400);
    expect(text).toContain('more than 8 different words');
  });

  test('blanks alone do not restrict', async () => {
    expect(await idsOf('q=%20&page_size=1')).toEqual([id]);
  });
});

describe('An identifier of the signing application', () => {
  const answer = (reference: string) =>
    service.webhook.answerWith((_request, response) => void response.end(reference));

  async function givenCalled(reference: string, title: string): Promise<number> {
    answer(reference);
    const { id } = await givenInSigning(service, { title });
    await eventually(async () =>
      expect((await recordOf(service, id)).deliveries[0]?.reference).toBe(reference),
    );
    return id;
  }

  afterEach(() => service.webhook.answerWith((_request, response) => void response.end()));

  test('is found by a part of it, whatever its case, beside words of the record', async () => {
    const id = await givenCalled('Dossier-77Q', 'Stage Quartz');

    expect(await idsOf('q=dossier-77q')).toEqual([id]);
    expect(await idsOf('q=QUARTZ+ssier-77')).toEqual([id]);
    expect(await idsOf('q=dossier-77q+basalt')).toEqual([]);
  });

  test('Given a record that was taken back and replaced, Then it is still found by the identifier of its earlier round', async () => {
    const id = await givenCalled('Dossier-88Q', 'Stage Granit');
    await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
    const pdf64 = Buffer.from(await validPdf()).toString('base64');
    const replaced = { pdf64, metadata: { ...metadataOnly, title: 'Stage Marbre' } };
    await service.institution.put(`/api/conventions/${id}`).send(replaced).expect(200);

    expect(await idsOf('q=marbre+dossier-88')).toEqual([id]);
    expect(await idsOf('q=granit')).toEqual([]);
  });

  test('Given a record that was sent before references were searched so, When the migration has run, Then it is found', async () => {
    const id = await givenCalled('Dossier-11Q', 'Stage Obsidienne');
    await service.sql.query(`
      alter table signables disable trigger signables_search_references;
      update signables set search_text = split_part(search_text, E'\\f', 1);
      alter table signables enable trigger signables_search_references`);
    expect(await idsOf('q=dossier-11q')).toEqual([]);

    await service.sql.query(/^DO[\s\S]*/m.exec(await readFile(migration, 'utf8'))?.[0] ?? '');

    expect(await idsOf('q=dossier-11q')).toEqual([id]);
  });

  test('Given a record that was erased, Then its identifier finds nothing', async () => {
    const id = await givenCalled('Dossier-99Q', 'Stage Ardoise');
    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

    expect(await idsOf('q=dossier-99q&state=erased')).toEqual([]);
  });
});

describe('Given more records than a search reads one by one', () => {
  let rare: number;

  beforeAll(async () => {
    const { id } = await givenDraft(service, {
      kind: 'avenants',
      title: 'Œuvre ¤ zirconium',
      reference: 'Q-77',
    });
    rare = id;
    await service.sql.query(
      `with d as (
         insert into documents (sha256, size, bytes)
         select repeat('0', 64), 1, 'x' from generate_series(1, 10500) returning id)
       insert into signables (kind, number, agreement_id, title, company_name, school, workflow_id, search_text, document_id)
       select 'amendment', nextval('amendment_number_seq'), (select max(id) from signables where kind = 'agreement'),
         't', 'c', 's', '', 'frequent word', id from d`,
    );
    // Far from each other, as after many years.
    await service.sql.query(
      `update signables set number = number + case when number > ${rare + 300} then 200000 else 100000 end,
         search_text = search_text || case when number > ${rare + 300} then '' else ' elder' end
       where kind = 'amendment' and number > ${rare}`,
    );
  });

  test('When a rare word is searched for, Then it is found among the oldest', async () => {
    expect(await idsOf('q=zirconium', 'avenants')).toEqual([rare]);
    expect(await idsOf('q=%C2%A4+zirconium', 'avenants')).toEqual([rare]);
    expect(await idsOf('q=q-77', 'avenants')).toEqual([rare]);
  });

  test('When a frequent word is searched for, Then every page is full, as far as they go', async () => {
    const { body } = await service.institution.get('/api/avenants?q=frequent&page_size=200').expect(200);

    expect(body.results).toHaveLength(200);
    expect(await idsOf(new URL(body.next).search.slice(1), 'avenants')).toHaveLength(200);
  });

  test('When many old ones have a word, Then pages have the newest of them first, each once', async () => {
    const { body } = await service.institution.get('/api/avenants?q=elder&page_size=200').expect(200);
    const first = body.results.map(({ id }: { id: number }) => id);
    const second = await idsOf(new URL(body.next).search.slice(1), 'avenants');

    const elders = Array.from({ length: 300 }, (_, n) => 100_000 + rare + 300 - n);
    expect([...first, ...second]).toEqual(elders);
  });

  test('When a sign is searched for that no index knows, Then next goes on looking until it is found', async () => {
    const first = await service.institution.get('/api/avenants?q=%C2%A4').expect(200);
    const second = await service.institution
      .get(new URL(first.body.next).href.replace(service.url, ''))
      .expect(200);

    expect(first.body.results).toEqual([]);
    expect(second.body).toMatchObject({ results: [{ id: rare }], next: null });
    const staff = await signIn(service, 'reader');
    const { text } = await staff.get('/console/avenants/?q=%C2%A4').expect(200);
    expect(text).toContain('looks further');
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
