import { describe, expect, test } from '@jest/globals';
import { validPdf } from '../../support/pdfs.ts';
import { givenDraft, givenInSigning, metadata } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

async function registration(changes: Record<string, unknown> = {}) {
  return { pdf64: Buffer.from(await validPdf()).toString('base64'), metadata: metadata(), ...changes };
}

async function amend(agreement: number, department?: string) {
  const body = await registration({ department });
  return service.institution.post(`/api/conventions/${agreement}/avenants`).send(body).expect(201);
}

describe('The department of a record', () => {
  test('is registered without blanks around it, read by the institution, and not by signing applications', async () => {
    const { id } = await givenDraft(service, { department: ' Physics ' });

    const read = await service.institution.get(`/api/conventions/${id}`).expect(200);
    const fetched = await service.vendor.get(`/public/api/conventions/${id}/metadata`).expect(200);

    expect(read.body).toMatchObject({ department: 'Physics' });
    expect(fetched.body).not.toHaveProperty('department');
  });

  test('has at most 200 characters, and is none rather than blank', async () => {
    for (const department of ['x'.repeat(201), ' '])
      await service.institution
        .post('/api/conventions')
        .send(await registration({ department }))
        .expect(400)
        .expect(({ body }) => expect(body.errors).toMatchObject([{ pointer: '/department' }]));
  });

  test('changes with a draft that is replaced', async () => {
    const { id } = await givenDraft(service, { department: 'Physics' });

    const { body } = await service.institution
      .put(`/api/conventions/${id}`)
      .send(await registration({ department: 'Law' }))
      .expect(200);

    expect(body).toMatchObject({ department: 'Law' });
  });

  test('stays when the record is erased, with its workflow: scopes go by both', async () => {
    const { id } = await givenInSigning(service, { department: 'Theology', workflowId: 'internship-5' });
    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'Asked for.' }).expect(204);

    const { body } = await service.institution.get(`/api/conventions/${id}`).expect(200);

    expect(body).toMatchObject({
      state: 'erased',
      title: '',
      department: 'Theology',
      workflowId: 'internship-5',
    });
  });

  test('Given an amendment, Then it has that of its agreement, unless another is named', async () => {
    const { id } = await givenDraft(service, { department: 'Physics' });

    const silent = await amend(id);
    const named = await amend(id, 'Law');

    expect(silent.body).toMatchObject({ department: 'Physics' });
    expect(named.body).toMatchObject({ department: 'Law' });
  });

  test('Given an amendment that is replaced without one, Then it has that of its agreement again', async () => {
    const { id: agreement } = await givenDraft(service, { department: 'Physics' });
    const { body: amendment } = await amend(agreement, 'Law');

    const { body } = await service.institution
      .put(`/api/avenants/${amendment.id}`)
      .send(await registration())
      .expect(200);

    expect(body).toMatchObject({ department: 'Physics' });
  });

  test('Given ?department=, Then those of exactly this department are listed; a search finds it by words', async () => {
    const { id } = await givenDraft(service, { department: 'Génie civil' });
    await givenDraft(service, { department: 'Génie civil et urbain' });

    const listed = await service.institution
      .get('/api/conventions?department=G%C3%A9nie%20civil')
      .expect(200);
    const found = await service.institution.get('/api/conventions?q=genie%20civil').expect(200);
    await service.institution.get('/api/conventions?department=').expect(400);

    expect(listed.body.results.map((record: { id: number }) => record.id)).toEqual([id]);
    expect(found.body.results).toHaveLength(2);
  });
});
