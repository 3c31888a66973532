import { beforeAll, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
let sender: PersonInConsole;

beforeAll(async () => {
  sender = await signIn(service, 'sender');
});

const dayIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** What a form of the page says that the record was like. */
async function standingOf(path: string): Promise<string> {
  const { text } = await sender.get(path).expect(200);
  return /name="standing"[^>]* value="([^"]+)"/.exec(text)?.[1] ?? '';
}

test('The form that sends asks for a due date, and takes none for an empty field', async () => {
  const { id } = await givenDraft(service);
  const path = `/console/conventions/${id}/send/`;
  await sender.post(path, { standing: await standingOf(path), due: dayIn(5) }).expect(303);
  expect(await recordOf(service, id)).toMatchObject({ state: 'signing', due: dayIn(5) });

  await sender.post(path, { standing: await standingOf(path), due: '' }).expect(303);
  expect(await recordOf(service, id)).toMatchObject({ round: 2, due: null });
});

test.each([
  [dayIn(-1), 'cannot be due on a day that has passed'],
  ['soon', 'This is no day of the calendar'],
])('A due date of %s is refused at its field, and nothing is sent', async (due, sentence) => {
  const { id } = await givenDraft(service);
  const path = `/console/conventions/${id}/send/`;

  const { text } = await sender.post(path, { standing: await standingOf(path), due }).expect(400);

  expect(text).toContain(sentence);
  expect(await recordOf(service, id)).toMatchObject({ state: 'draft' });
});

test('A due date is changed on a page of its own, which the record leads to, and the history tells of it', async () => {
  const { id } = await givenInSigning(service);
  const path = `/console/conventions/${id}/due/`;
  expect((await sender.get(`/console/conventions/${id}/`).expect(200)).text).toContain(path);

  await sender.post(path, { standing: await standingOf(path), due: dayIn(4) }).expect(303);

  expect(await recordOf(service, id)).toMatchObject({ due: dayIn(4) });
  const { text } = await sender.get(`/console/conventions/${id}/?done=due-changed`).expect(200);
  expect(text).toContain('The due date is changed.');
  expect(text).toContain('Due date changed');
  const refused = await sender.post(path, { standing: await standingOf(path), due: dayIn(-1) }).expect(400);
  expect(refused.text).toContain('cannot be due on a day that has passed');
  const stale = await sender.post(path, { standing: 'signing.7.1', due: dayIn(2) }).expect(409);
  expect(stale.text).toContain('has changed this meanwhile');
});

test('What has no round in signing has no such page', async () => {
  const { id } = await givenDraft(service);

  await sender.get(`/console/conventions/${id}/due/`).expect(303);
});

test('What is overdue is the first tile and the first tab, with how many there are', async () => {
  const { id } = await givenInSigning(service, { title: 'Late by a day' });
  const { id: other } = await givenInSigning(service, { title: 'Never late' });
  await service.sql.query('update signables set due_on = current_date - 1 where kind = $1 and number = $2', [
    'agreement',
    id,
  ]);

  const first = (await sender.get('/console/').expect(200)).text;
  expect(first.indexOf('Overdue')).toBeLessThan(first.indexOf('Drafts'));
  expect(first).toContain('/console/conventions/?overdue=true&amp;sort=due');
  const { text } = await sender.get('/console/conventions/?overdue=true&sort=due').expect(200);
  expect(text).toContain('Late by a day');
  expect(text).not.toContain('Never late');
  const all = (await sender.get('/console/conventions/').expect(200)).text;
  expect(all.indexOf('overdue=true')).toBeLessThan(all.indexOf('state=draft'));
  expect(all).toContain(`/console/conventions/${other}/`);
});
