import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

test('Given a folder, When another of its name is made for the same owner, Then it is refused, and for another owner it is made', async () => {
  const { ada, staff } = service;
  await ada.client.post('/rest/folders/').send({ name: 'algebra', owner: ada.url }).expect(201);

  const again = await ada.client
    .post('/rest/folders/')
    .type('form')
    .send({ name: 'algebra', owner: ada.url });
  await staff.client.post('/rest/folders/').send({ name: 'algebra', owner: staff.url }).expect(201);

  expect([again.status, again.body]).toEqual([
    400,
    { non_field_errors: ['The fields name, owner must make a unique set.'] },
  ]);
});

test('Given folders of several owners, When they are filtered by owner and name, Then that one is found', async () => {
  const { ada, staff } = service;
  const { body: made } = await staff.client
    .post('/rest/folders/')
    .send({ name: 'filtered', owner: ada.url })
    .expect(201);
  await staff.client.post('/rest/folders/').send({ name: 'filtered', owner: staff.url }).expect(201);

  for (const owner of [ada.id, ada.url]) {
    const { body } = await staff.client.get('/rest/folders/').query({ owner, name: 'filtered' }).expect(200);
    expect([body.count, body.results[0]]).toEqual([1, made]);
  }
});

test('Given the folder of somebody else, Then nobody but staff has it, and nobody makes one for another', async () => {
  const { ada, staff } = service;
  const { body: made } = await staff.client
    .post('/rest/folders/')
    .send({ name: 'private', owner: staff.url })
    .expect(201);

  await ada.client.get(`/rest/folders/${made.id}/`).expect(404);
  expect((await ada.client.get('/rest/folders/?name=private').expect(200)).body.count).toBe(0);
  await ada.client.post('/rest/folders/').send({ name: 'mine', owner: staff.url }).expect(403);
});

test('Given somebody who has a folder, When their account is removed, Then it stays until the folder is gone', async () => {
  const owner = await service.givenUser();
  const { body: folder } = await owner.client
    .post('/rest/folders/')
    .send({ name: 'kept', owner: owner.url })
    .expect(201);

  await service.root.client.delete(`/rest/users/${owner.id}/`).expect(409);
  await service.root.client.delete(`/rest/folders/${folder.id}/`).expect(204);
  await service.root.client.delete(`/rest/users/${owner.id}/`).expect(204);
});
