import { beforeAll, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { textOf } from '../../support/read-console.ts';
import { givenDraft } from '../../support/records.ts';
import { signInWithin } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let administrator: PersonInConsole;

beforeAll(async () => {
  administrator = await signIn(service, 'administrator');
  for (const [department, workflowId] of [
    ['Law', 'law-5'],
    ['Physics', 'physics-5'],
    ['Physics', 'evening'],
    [undefined, 'evening'],
  ])
    await givenDraft(service, { ...(department && { department }), workflowId });
});

/** What the fields of a page suggest, by the id of the list. */
async function suggestedOn(person: PersonInConsole, path: string): Promise<Record<string, string[]>> {
  const { text } = await person.get(path).expect(200);
  const lists = [...text.matchAll(/<datalist id="([^"]+)">(.*?)<\/datalist>/g)];
  return Object.fromEntries(
    lists.map(([, id = '', options = '']) => [
      id,
      [...options.matchAll(/<option value="([^"]*)">/g)].map(([, value = '']) => value),
    ]),
  );
}

const departments = ['Law', 'Physics'];
const workflows = ['evening', 'law-5', 'physics-5'];

test.each([
  ['/console/conventions/', { 'known-department': departments }],
  ['/console/conventions/new/', { 'known-department': departments, 'known-workflowId': workflows }],
  ['/console/templates/new/', { 'known-workflowId': workflows }],
  ['/console/accounts/new/', { 'known-department': departments, 'known-workflowId': workflows }],
  ['/console/accounts/~root/', { 'known-department': departments, 'known-workflowId': workflows }],
  ['/console/tokens/new/', { 'known-department': departments, 'known-workflowId': workflows }],
])('%s suggests the departments and workflows that records have', async (path, expected) => {
  expect(await suggestedOn(administrator, path)).toEqual(expected);
});

test('Whoever has a scope is offered what their own records have', async () => {
  const physicist = await signInWithin(service, { departments: ['Physics'], workflows: [] });

  expect(await suggestedOn(physicist, '/console/conventions/new/')).toEqual({
    'known-department': ['Physics'],
    'known-workflowId': ['evening', 'physics-5'],
  });
});

test('Whoever sees a workflow or a department is offered what is in either, and nothing that no record has', async () => {
  const scope = { departments: ['Law', 'Phisics'], workflows: ['evening'] };

  expect(await suggestedOn(await signInWithin(service, scope), '/console/conventions/new/')).toEqual({
    'known-department': departments,
    'known-workflowId': ['evening', 'law-5'],
  });
});

test('A department that no record has is taken, with a warning, in both languages', async () => {
  const { username } = await signIn(service, 'reader');
  const path = `/console/accounts/~${username}/`;
  await administrator
    .post(path, { role: 'reader', departments: ['Physics', 'Phisics', ''], workflows: [''] })
    .expect(303);

  const words = { en: 'No record has this department.', fr: 'Aucun dossier n’a ce département.' };
  for (const [language, warning] of Object.entries(words)) {
    const { text } = await administrator.get(path).set('Accept-Language', language).expect(200);
    expect(text.split(`>${warning}<`)).toHaveLength(2);
  }
});

test('Whoever sees nothing is told so on the first page', async () => {
  const nobody = await signInWithin(service, { departments: ['Phisics'], workflows: [] });
  const physicist = await signInWithin(service, { departments: ['Physics'], workflows: [] });

  expect(await textOf(nobody, '/console/')).toContain(
    'There is nothing that you may see. You see: Departments: Phisics. An administrator can change that.',
  );
  expect(await textOf(physicist, '/console/')).not.toContain('nothing that you may see');
});

test('Whoever sees a part of the records is not told that no record has what others have', async () => {
  const physicist = await signInWithin(service, { departments: ['Physics'], workflows: [] });

  const { text } = await physicist.get('/console/conventions/?department=Law').expect(200);

  expect(text).toContain('No record that you may see has this department.');
  expect(text).not.toContain('No record has this department.');
});
