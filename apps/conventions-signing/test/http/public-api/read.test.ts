import { request as httpRequest } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import { deposit, givenDraft, givenInSigning, type Kind, sha256 } from '../../support/records.ts';
import { publicToken, useService } from '../../support/service.ts';

const service = useService();
const kinds: Kind[] = ['conventions', 'avenants'];

describe.each(kinds)('GET /public/api/%s/:id', (kind) => {
  test('gives the PDF in Base64 without line breaks, and the metadata', async () => {
    const pdf = await validPdf({ bytes: 200_000 });
    const { id } = await givenDraft(service, { kind, pdf });

    const { body, headers } = await service.vendor.get(`/public/api/${kind}/${id}`).expect(200);

    expect(Object.keys(body)).toEqual(['pdf64', 'metadata']);
    expect(body.pdf64).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(Buffer.from(body.pdf64, 'base64').equals(Buffer.from(pdf))).toBe(true);
    expect(body.metadata.title).toBe('Convention de stage');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test.each([0, 1, 2])('joins the pieces of a long document exactly, %i bytes further', async (further) => {
    // Blanks after the end are part of the document and of no consequence.
    const pdf = Buffer.concat([await validPdf({ bytes: 2_000_000 }), Buffer.alloc(further, ' ')]);
    const { id } = await givenDraft(service, { kind, pdf });

    const { body } = await service.vendor.get(`/public/api/${kind}/${id}`).expect(200);

    expect(sha256(Buffer.from(body.pdf64, 'base64'))).toBe(sha256(pdf));
  });

  test('is readable in every state', async () => {
    const draft = await givenDraft(service, { kind });
    const signing = await givenInSigning(service, { kind });

    await service.vendor.get(`/public/api/${kind}/${draft.id}`).expect(200);
    await service.vendor.get(`/public/api/${kind}/${signing.id}`).expect(200);
  });
});

describe.each(kinds)('GET /public/api/%s/:id/metadata', (kind) => {
  test('gives the fields of the contract at top level, and no others', async () => {
    const { id } = await givenDraft(service, { kind, signatories: 1 });

    const { body } = await service.vendor.get(`/public/api/${kind}/${id}/metadata`).expect(200);

    expect(body).toEqual({
      title: 'Convention de stage',
      companyname: 'Exemple Industries',
      school: 'Université d’Exemple',
      workflowId: 'internship-5',
      signatory: [
        {
          name: 'Martin1',
          givenname: 'Ada',
          mail: 'signatory1@example.org',
          phone: '+33612345678',
          order: 1,
        },
      ],
      watchers: [{ mail: 'internships@example.edu' }],
    });
  });

  test('lists the signatories by order, equal orders as registered, and phone as null when absent', async () => {
    const person = (mail: string, order: number, phone?: string) => ({
      name: 'N',
      givenname: 'G',
      mail,
      order,
      phone,
    });
    const { id } = await givenDraft(service, {
      kind,
      signatory: [
        person('last@example.org', 3),
        person('second-b@example.org', 2, ''),
        person('second-a@example.org', 2),
        person('first@example.org', 1, '+33123456789'),
      ],
      watchers: undefined,
    });

    const { body } = await service.vendor.get(`/public/api/${kind}/${id}/metadata`).expect(200);

    expect(
      body.signatory.map(({ mail, phone }: { mail: string; phone: string | null }) => [mail, phone]),
    ).toEqual([
      ['first@example.org', '+33123456789'],
      ['second-b@example.org', null],
      ['second-a@example.org', null],
      ['last@example.org', null],
    ]);
    expect(body.watchers).toEqual([]);
  });
});

describe.each([
  ['conventions', 'Convention'],
  ['avenants', 'Avenant'],
] as const)('GET /public/api/%s/:id/pdf', (kind, prefix) => {
  test('gives the registered bytes with name, length and a strong ETag', async () => {
    const pdf = await validPdf({ bytes: 1_000_000 });
    const { id } = await givenDraft(service, { kind, pdf });

    const { body, headers } = await service.vendor.get(`/public/api/${kind}/${id}/pdf`).expect(200);

    expect(Buffer.from(pdf).equals(body)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${prefix}_${id}.pdf"`,
      'content-length': String(pdf.length),
      etag: `"${sha256(pdf)}"`,
    });
  });

  test('answers 304 to the ETag, 200 to another one', async () => {
    const { id } = await givenDraft(service, { kind });
    const { headers } = await service.vendor.get(`/public/api/${kind}/${id}/pdf`);

    const same = await service.vendor
      .get(`/public/api/${kind}/${id}/pdf`)
      .set('If-None-Match', String(headers.etag));
    const other = await service.vendor.get(`/public/api/${kind}/${id}/pdf`).set('If-None-Match', '"other"');

    expect(same.status).toBe(304);
    expect(same.headers.etag).toBe(headers.etag);
    expect(other.status).toBe(200);
  });

  test('answers 304 also to a caller who wants no cache to answer', async () => {
    const { id } = await givenDraft(service, { kind });
    const { headers } = await service.vendor.get(`/public/api/${kind}/${id}/pdf`);

    const again = service.vendor.get(`/public/api/${kind}/${id}/pdf`).set('Cache-Control', 'no-cache');

    expect((await again.set('If-None-Match', `"x", W/${headers.etag}`)).status).toBe(304);
  });

  test('answers HEAD with the headers alone', async () => {
    const pdf = await validPdf();
    const { id } = await givenDraft(service, { kind, pdf });

    const { body, headers } = await service.vendor.head(`/public/api/${kind}/${id}/pdf`).expect(200);

    expect(headers['content-length']).toBe(String(pdf.length));
    expect(headers.etag).toBe(`"${sha256(pdf)}"`);
    expect(body).toEqual({});
  });

  test('still gives the registered document when a signed one was deposited', async () => {
    const pdf = await validPdf({ text: 'to be signed' });
    const { id } = await givenInSigning(service, { kind, pdf });
    await deposit(service, id, await validPdf({ text: 'signed' }), kind).expect(200);

    const { body } = await service.vendor.get(`/public/api/${kind}/${id}/pdf`).expect(200);

    expect(Buffer.from(pdf).equals(body)).toBe(true);
  });
});

test('agreements and amendments are numbered by separate sequences', async () => {
  const agreement = await givenDraft(service);
  const amendment = await givenDraft(service, { kind: 'avenants' });
  const next = await givenDraft(service, { kind: 'avenants' });

  expect(next.id).toBe(amendment.id + 1);
  expect(next.conventionId).toBe(agreement.id + 2);
});

test('Clients that leave in the middle of a document cost nobody anything', async () => {
  const { id } = await givenDraft(service, { pdf: await validPdf({ bytes: 8_000_000 }) });
  const leave = () =>
    new Promise<void>((resolve) => {
      const call = httpRequest(`${service.url}/public/api/conventions/${id}`, {
        headers: { Authorization: `Bearer ${publicToken}` },
      });
      call.on('response', (response) => response.once('data', () => call.destroy()));
      call.on('close', () => resolve());
      call.on('error', () => undefined);
      call.end();
    });

  await Promise.all(Array.from({ length: 30 }, leave));

  await service.vendor.get(`/public/api/conventions/${id}/pdf`).expect(200);
});

test('Given a document that was sent before, Then its bytes are not read from the database again', async () => {
  const pdf = await validPdf({ text: 'asked for several times' });
  const { id } = await givenDraft(service, { pdf });
  const first = await service.vendor.get(`/public/api/conventions/${id}`).expect(200);
  await service.sql.query('alter table documents rename column bytes to elsewhere');
  try {
    const { body } = await service.vendor.get(`/public/api/conventions/${id}/pdf`).expect(200);
    const again = await service.vendor.get(`/public/api/conventions/${id}`).expect(200);

    expect(Buffer.from(pdf).equals(body)).toBe(true);
    expect(again.text).toBe(first.text);
  } finally {
    await service.sql.query('alter table documents rename column elsewhere to bytes');
  }
});

test('Given a draft whose document was sent, When it is replaced by another one, Then that is sent', async () => {
  const { id } = await givenDraft(service, { pdf: await validPdf({ text: 'first' }) });
  await service.vendor.get(`/public/api/conventions/${id}/pdf`).expect(200);
  const { body: metadata } = await service.vendor.get(`/public/api/conventions/${id}/metadata`);
  const pdf = Buffer.from(await validPdf({ text: 'second' }));
  const replaced = { pdf64: pdf.toString('base64'), metadata };
  await service.institution.put(`/api/conventions/${id}`).send(replaced).expect(200);

  const { body } = await service.vendor.get(`/public/api/conventions/${id}/pdf`).expect(200);

  expect(pdf.equals(body)).toBe(true);
});

test('A database that fails while a document is read is answered with 500, not with an empty reply', async () => {
  const { id } = await givenDraft(service, { pdf: await validPdf({ text: 'never read' }) });
  await service.sql.query('alter table documents rename column bytes to elsewhere');
  try {
    for (const path of ['', '/pdf']) {
      const { status, body } = await service.vendor.get(`/public/api/conventions/${id}${path}`);
      expect([status, body.title]).toEqual([500, 'Internal error']);
    }
  } finally {
    await service.sql.query('alter table documents rename column elsewhere to bytes');
  }
});
