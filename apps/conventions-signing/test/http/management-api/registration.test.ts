import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encryptedPdf, validPdf } from '../../support/pdfs.ts';
import { givenDraft, metadata, recordOf, sha256 } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

async function combined(changes: Record<string, unknown> = {}) {
  return { pdf64: Buffer.from(await validPdf()).toString('base64'), metadata: metadata(changes) };
}

async function countRecords(): Promise<number> {
  const { rows } = await service.sql.query('select count(*)::int as n from signables');
  return rows[0].n;
}

describe('POST /api/conventions', () => {
  test('registers the combined document object and answers 201 with Location and the record', async () => {
    const pdf = await validPdf();
    const body = { pdf64: Buffer.from(pdf).toString('base64'), metadata: metadata() };

    const response = await service.institution.post('/api/conventions').send(body).expect(201);

    expect(response.headers.location).toBe(`${service.url}/api/conventions/${response.body.id}`);
    expect(response.body).toMatchObject({
      kind: 'convention',
      state: 'draft',
      round: 0,
      title: 'Convention de stage',
      signatory: [{ order: 1, signatureDate: null, submissionDate: null }, { order: 2 }],
      document: { sha256: sha256(pdf), size: pdf.length },
      avenants: [],
      deposits: [],
      deliveries: [],
      history: [{ event: 'registered' }],
    });
    expect(await recordOf(service, response.body.id)).toEqual(response.body);
  });

  test.each([
    ['a text', (json: string) => ({ value: json, options: undefined })],
    [
      'a JSON file',
      (json: string) => ({
        value: Buffer.from(json),
        options: { filename: 'blob', contentType: 'application/json' },
      }),
    ],
  ])('takes multipart with the metadata as %s and the PDF as a file', async (_name, part) => {
    const pdf = await validPdf({ bytes: 300_000 });
    const { value, options } = part(JSON.stringify(metadata()));
    const call = service.institution.post('/api/conventions');
    const withMetadata =
      options === undefined
        ? call.field('metadata', String(value))
        : call.attach('metadata', value as Buffer, options);

    const { body } = await withMetadata.attach('doc', Buffer.from(pdf), 'convention.pdf').expect(201);

    expect(body.document).toEqual({ sha256: sha256(pdf), size: pdf.length });
  });

  test('takes two signatories of one order, an empty workflowId and no watchers', async () => {
    const [first, second] = metadata().signatory.map((signatory) => ({ ...signatory, order: 1 }));

    const { body } = await service.institution
      .post('/api/conventions')
      .send(await combined({ signatory: [first, second], workflowId: '', watchers: undefined }))
      .expect(201);

    expect(body).toMatchObject({ workflowId: '', watchers: [], signatory: [{ order: 1 }, { order: 1 }] });
  });

  test('names every problem at once', async () => {
    const before = await countRecords();

    const { status, body } = await service.institution.post('/api/conventions').send({
      pdf64: 'not base64!',
      metadata: {
        title: '  ',
        companyname: 7,
        workflowId: null,
        signatory: [
          { name: '', givenname: 'A', mail: 'nobody', order: 0 },
          { name: 'B', givenname: 'B', mail: 'b@example.org', order: 1.5, phon: '1' },
        ],
        watchers: ['c@example.org'],
      },
    });

    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/metadata/companyname',
      '/metadata/school',
      '/metadata/signatory/0/mail',
      '/metadata/signatory/0/name',
      '/metadata/signatory/0/order',
      '/metadata/signatory/1/order',
      '/metadata/signatory/1/phon',
      '/metadata/title',
      '/metadata/watchers/0',
      '/metadata/workflowId',
      '/pdf64',
    ]);
    expect(await countRecords()).toBe(before);
  });

  test.each([
    ['no signatory', { signatory: [] }, '/metadata/signatory'],
    [
      'order and mail twice',
      {
        signatory: [
          metadata().signatory[0],
          { ...metadata().signatory[0], name: 'Other', mail: 'SIGNATORY1@example.org' },
        ],
      },
      '/metadata/signatory/1',
    ],
    ['a NUL in the title', { title: 'a\u0000b' }, '/metadata/title'],
    ['a line break in the title', { title: 'a\nb' }, '/metadata/title'],
    ['half a surrogate pair', { title: 'a\ud800' }, '/metadata/title'],
    ['an endless title', { title: 'x'.repeat(1001) }, '/metadata/title'],
    ['an unknown member', { titel: 'x' }, '/metadata/titel'],
    ['blanks around a mail', { watchers: [{ mail: ' a@example.org' }] }, '/metadata/watchers/0/mail'],
  ])('refuses %s', async (_name, changes, pointer) => {
    const { status, body } = await service.institution.post('/api/conventions').send(await combined(changes));

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer }]);
  });

  test.each([
    ['a PDF that is none', Buffer.from('nothing').toString('base64'), 'Not a readable PDF'],
    ['an encrypted PDF', null, 'Encrypted PDF'],
  ])('refuses %s', async (_name, pdf64, title) => {
    const body = {
      metadata: metadata(),
      pdf64: pdf64 ?? Buffer.from(await encryptedPdf()).toString('base64'),
    };

    const response = await service.institution.post('/api/conventions').send(body);

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ title, errors: [{ pointer: '/pdf64' }] });
  });

  test.each([
    [
      'no metadata',
      (call: ReturnType<typeof service.institution.post>, pdf: Buffer) => call.attach('doc', pdf, 'a.pdf'),
      /1 problem/,
    ],
    [
      'no PDF',
      (call: ReturnType<typeof service.institution.post>) =>
        call.field('metadata', JSON.stringify(metadata())),
      /no file part named "doc"/,
    ],
    [
      'metadata that is no JSON',
      (call: ReturnType<typeof service.institution.post>, pdf: Buffer) =>
        call.field('metadata', '{').attach('doc', pdf, 'a.pdf'),
      /not valid JSON/,
    ],
  ])('refuses a multipart body with %s', async (_name, fill, detail) => {
    const { status, body } = await fill(
      service.institution.post('/api/conventions'),
      Buffer.from(await validPdf()),
    );

    expect(status).toBe(400);
    expect(body.detail).toMatch(detail);
  });

  test('refuses a JSON body of more than 68 MiB with 413', async () => {
    const { status, body } = await service.institution
      .post('/api/conventions')
      .set('Content-Type', 'application/json')
      .send(' '.repeat(69 * 1024 * 1024));

    expect(status).toBe(413);
    expect(body.detail).toContain('68 MiB');
  });

  test('whatever valid metadata is registered comes back as it was', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((value) => value.trim() !== '' && value.isWellFormed() && !/\p{Cc}/u.test(value));
    const mail = fc
      .tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.constantFrom('example.org', 'example.edu'))
      .map((parts) => parts.join('@'));
    const signatory = fc.record({
      name: text,
      givenname: text,
      mail,
      phone: fc.option(fc.constantFrom('+33612345678', '01 23 45 67 89'), { nil: null }),
      order: fc.integer({ min: 1, max: 9 }),
    });
    const signatories = fc.uniqueArray(signatory, {
      minLength: 1,
      maxLength: 6,
      selector: ({ order, mail }) => `${order} ${mail}`,
    });
    const anyMetadata = fc.record({
      title: text,
      companyname: text,
      school: text,
      workflowId: fc.oneof(fc.constant(''), text),
      signatory: signatories,
      watchers: fc.array(fc.record({ mail }), { maxLength: 3 }),
    });

    await fc.assert(
      fc.asyncProperty(anyMetadata, async (input) => {
        const draft = await givenDraft(service, input);
        const { body } = await service.vendor.get(`/public/api/conventions/${draft.id}/metadata`).expect(200);
        const byOrder = input.signatory.toSorted((a, b) => a.order - b.order);
        expect(body).toEqual({ ...input, signatory: byOrder });
      }),
      { numRuns: 25 },
    );
  });
});

describe('POST /api/conventions/:id/avenants', () => {
  test('registers an amendment under its agreement', async () => {
    const agreement = await givenDraft(service);

    const response = await service.institution
      .post(`/api/conventions/${agreement.id}/avenants`)
      .send(await combined({ title: 'Avenant' }));

    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`${service.url}/api/avenants/${response.body.id}`);
    expect(response.body).toMatchObject({ kind: 'avenant', conventionId: agreement.id, state: 'draft' });
    expect((await recordOf(service, agreement.id)).avenants).toEqual([
      { id: response.body.id, title: 'Avenant', state: 'draft' },
    ]);
  });

  test('answers 404 for an agreement that does not exist', async () => {
    await service.institution
      .post('/api/conventions/999999/avenants')
      .send(await combined())
      .expect(404);
  });

  test('does not take an amendment for an agreement', async () => {
    await service.sql.query("select setval('amendment_number_seq', 5000)");
    const amendment = await givenDraft(service, { kind: 'avenants' });

    await service.institution
      .post(`/api/conventions/${amendment.id}/avenants`)
      .send(await combined())
      .expect(404);
  });
});
