import { formWith } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });

/** What the form of a page sends when nobody has touched it, without the token. */
async function formAt(person: PersonInConsole, path: string): Promise<Record<string, string>> {
  const { values } = formWith((await person.page(path)).get('main'), 'standing');
  values.delete('csrfmiddlewaretoken');
  return Object.fromEntries([...values.entries()].map(([name, value]) => [name, String(value)]));
}

async function linksOf(person: PersonInConsole, id: number): Promise<string[]> {
  return (await person.page(`/console/conventions/${id}/`)).names('link');
}

test('Given a draft that was never sent, When its deletion is confirmed, Then nothing of it is left', async () => {
  const { id } = await givenDraft(service);
  const person = await signIn(service, 'sender');
  expect(await linksOf(person, id)).toContain('Delete the draft');
  const path = `/console/conventions/${id}/erase/`;

  const { headers } = await person.post(path, await formAt(person, path)).expect(303);

  const list = await person.get(String(headers.location)).expect(200);
  expect(list.text).toContain('The draft is deleted.');
  await service.institution.get(`/api/conventions/${id}`).expect(404);
  await person.get(path).expect(404);
});

test('Given what was sent, Then it is erased with a reason alone, and a stub names who did it', async () => {
  const { id } = await givenInSigning(service, { title: 'Internship of Ada' });
  const person = await signIn(service, 'sender');
  const path = `/console/conventions/${id}/erase/`;
  const form = await formAt(person, path);

  const refused = await person.post(path, { ...form, reason: ' ' }).expect(400);
  expect(refused.text).toContain('This is required.');
  expect((await recordOf(service, id)).state).toBe('signing');
  const { headers } = await person.post(path, { ...form, reason: 'The intern has asked' }).expect(303);

  const { text } = await person.get(String(headers.location)).expect(200);
  expect(text).toContain('Erased.');
  expect(text).not.toContain('Internship of Ada');
  const { state, history } = await recordOf(service, id);
  expect(state).toBe('erased');
  expect(history.at(-1)).toMatchObject({
    event: 'erased',
    actor: `person:${person.username}`,
    detail: { reason: 'The intern has asked' },
  });
  expect(await linksOf(person, id)).not.toContain('Erase');
});

test('Given an agreement with an amendment, Then its removal is not offered before that of the amendment', async () => {
  const amendment = await givenDraft(service, { kind: 'avenants' });
  const agreement = Number(amendment.conventionId);
  const person = await signIn(service, 'sender');
  expect(await linksOf(person, agreement)).not.toContain('Delete the draft');
  const path = `/console/conventions/${agreement}/erase/`;

  const { text } = await person.get(path).expect(409);
  expect(text).toContain('The agreement still has amendments.');
  await service.institution.delete(`/api/avenants/${amendment.id}`).expect(204);
  await person.post(path, await formAt(person, path)).expect(303);
});

test('Given a draft that was sent meanwhile, Then its deletion does nothing and asks for the erasure', async () => {
  const { id } = await givenDraft(service);
  const person = await signIn(service, 'sender');
  const path = `/console/conventions/${id}/erase/`;
  const stale = await formAt(person, path);
  await service.institution.post(`/api/conventions/${id}/signature`).expect(202);

  const { text } = await person.post(path, stale).expect(409);

  expect(text).toContain('Somebody has changed this meanwhile');
  expect(text).toContain('Its number stays');
  expect((await recordOf(service, id)).state).toBe('signing');
});
