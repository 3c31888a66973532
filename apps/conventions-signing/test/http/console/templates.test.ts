import { randomUUID } from 'node:crypto';
import { formsOf, formWith, readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { givenDraft, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });

const list = '/console/templates/';
const newTemplate = `${list}new/`;

const student = { 'signatory-0-role': 'student', 'signatory-0-name': '', 'signatory-0-order': '1' };
const head = {
  'signatory-1-role': 'head of the department',
  'signatory-1-givenname': 'Marie',
  'signatory-1-name': 'Durand',
  'signatory-1-mail': 'head@example.edu',
  'signatory-1-phone': '+33612345678',
  'signatory-1-order': '2',
};
const typed = { workflowId: 'internship-5', watchers: 'office@example.edu', ...student, ...head };

/** What the form of a page with a field of this name sends, without the token. */
function fieldsIn(text: string, name: string): Record<string, string> {
  const { values } = formWith(readPage(text).get('main'), name);
  values.delete('csrfmiddlewaretoken');
  return Object.fromEntries([...values.entries()].map(([field, value]) => [field, String(value)]));
}

function errorsIn(text: string, name = 'workflowId'): Record<string, string> {
  const { fields } = formWith(readPage(text).get('main'), name);
  return Object.fromEntries(
    fields.flatMap((field) => (field.errors.length === 0 ? [] : [[field.name, field.errors.join(' ')]])),
  );
}

/** A template that a person has made, with the address of its page. */
async function givenTemplate(person: PersonInConsole, changes: Record<string, string> = {}) {
  const { name = `Template ${randomUUID()}`, ...others } = changes;
  const id = randomUUID();
  await person.post(newTemplate, { ...typed, name, once: id, ...others }).expect(303);
  return { id, name, path: `${list}${id}/` };
}

describe('A template', () => {
  test('is made once, however often its form is sent, and is listed with its roles and who has made it', async () => {
    const person = await signIn(service, 'sender', { fullName: 'Ada Martin' });
    const { once = '' } = fieldsIn((await person.get(newTemplate).expect(200)).text, 'once');
    const fields = { ...typed, name: 'Internships of physics', once };

    const answers = await Promise.all([1, 2].map(() => person.post(newTemplate, fields)));

    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
      [303, `${list}?done=kept`],
      [303, `${list}?done=kept`],
    ]);
    const { text } = await person.get(`${list}?done=kept`).expect(200);
    expect(text.match(/>Internships of physics</g)).toHaveLength(1);
    expect(text).toContain('student, head of the department');
    expect(text).toContain('by Ada Martin');
    expect(text).toContain('The template is kept.');
  });

  test('is refused with what is wrong beside its field, and what was typed is kept', async () => {
    const person = await signIn(service, 'sender');
    const { name } = await givenTemplate(person);
    const wrong = {
      ...typed,
      name: '',
      watchers: 'office@example.edu\r\nno mail',
      'signatory-0-role': '',
      'signatory-1-mail': '',
      'signatory-1-order': '0',
    };

    const { text } = await person.post(newTemplate, { ...wrong, once: randomUUID() }).expect(400);

    expect(errorsIn(text)).toEqual({
      name: 'This is required.',
      watchers: expect.stringMatching(/^Line 2: /),
      'signatory-0-role': 'This is required.',
      'signatory-1-mail': expect.stringMatching(/^This must be a mail address/),
      'signatory-1-order': 'This must be 1 or more; 1 signs first.',
    });
    expect(fieldsIn(text, 'workflowId')).toMatchObject({ 'signatory-1-name': 'Durand' });
    const taken = await person
      .post(newTemplate, { ...typed, name: name.toUpperCase(), once: randomUUID() })
      .expect(400);
    expect(errorsIn(taken.text)).toEqual({ name: 'Another template has this name.' });
  });

  test('has rows added and removed by buttons of its form', async () => {
    const person = await signIn(service, 'sender');
    const more = await person.post(newTemplate, { ...typed, name: 'x', rows: 'add' }).expect(200);
    expect(fieldsIn(more.text, 'name')).toMatchObject({ 'signatory-2-role': '', 'signatory-2-order': '3' });
    const less = await person.post(newTemplate, { ...typed, name: 'x', rows: '0' }).expect(200);
    expect(fieldsIn(less.text, 'name')).toMatchObject({ 'signatory-0-role': 'head of the department' });
  });

  test('Given a change meanwhile, Then a second one says whose it was, and is written when it is saved again', async () => {
    const ada = await signIn(service, 'sender', { fullName: 'Ada Martin' });
    const blaise = await signIn(service, 'sender');
    const { path } = await givenTemplate(ada);
    const { version = '' } = fieldsIn((await blaise.get(path)).text, 'version');
    const ofAda = { ...typed, name: `By Ada ${randomUUID()}`, version };
    await ada.post(path, ofAda).expect(303);

    const ofBlaise = { ...typed, name: `By Blaise ${randomUUID()}`, version };
    const { text } = await blaise.post(path, ofBlaise).expect(409);

    expect(text).toContain('Ada Martin has changed this template meanwhile');
    const again = fieldsIn(text, 'version');
    expect(again.name).toBe(ofBlaise.name);
    expect((await ada.page(path)).names('heading')).toContain(`Template ${ofAda.name}`);
    await blaise.post(path, again).expect(303);
    expect((await ada.page(path)).names('heading')).toContain(`Template ${ofBlaise.name}`);
  });

  test('is deleted when that is confirmed, unless it was changed meanwhile', async () => {
    const person = await signIn(service, 'sender');
    const { path } = await givenTemplate(person);
    const { version = '' } = fieldsIn((await person.get(`${path}delete/`)).text, 'version');
    await person.post(path, { ...typed, name: `Other ${randomUUID()}`, version }).expect(303);

    const late = await person.post(`${path}delete/`, { version }).expect(409);
    expect(late.text).toContain('so it was not deleted');
    await person.post(`${path}delete/`, fieldsIn(late.text, 'version')).expect(303);

    await person.get(path).expect(404);
    await person.post(`${path}delete/`, { version }).expect(404);
  });

  test('that is not there, or whose address is nonsense, is not found', async () => {
    const person = await signIn(service, 'sender');
    await person.get(`${list}${randomUUID()}/`).expect(404);
    await person.get(`${list}nonsense/`).expect(404);
  });
});

test.each(['reader', 'sender'] as const)(
  'A %s sees and changes templates as they may register',
  async (role) => {
    const owner = await signIn(service, 'sender');
    const { path } = await givenTemplate(owner);
    const person = await signIn(service, role);
    const addresses = [list, newTemplate, path, `${path}delete/`];
    const statuses = [
      ...(await Promise.all(addresses.map((address) => person.get(address)))),
      ...(await Promise.all(addresses.slice(1).map((address) => person.post(address, { rows: 'add' })))),
    ].map(({ status }) => status === 403);
    expect(new Set(statuses)).toEqual(new Set([role === 'reader']));
  },
);

describe('The form of a new agreement', () => {
  const path = '/console/conventions/new/';

  test('Given a template, Then its button fills in workflow, rows with their roles, and watchers, and keeps the rest', async () => {
    const person = await signIn(service, 'sender');
    const { id, name } = await givenTemplate(person);
    const form = fieldsIn((await person.get(path).expect(200)).text, 'title');
    expect(form.from).toBe('');
    const call = person.postMultipart(path);
    const filled = { title: 'Internship', from: `template-${id}`, fill: 'true' };
    for (const [field, value] of Object.entries(filled)) call.field(field, value);

    const { text } = await call.expect(200);

    expect(fieldsIn(text, 'title')).toMatchObject({
      from: `template-${id}`,
      title: 'Internship',
      workflowId: 'internship-5',
      'signatory-0-role': 'student',
      'signatory-0-mail': '',
      'signatory-1-givenname': 'Marie',
      'signatory-1-mail': 'head@example.edu',
      'signatory-1-phone': '+33612345678',
      'signatory-1-order': '2',
    });
    const main = readPage(text).get('main');
    expect(main.names('group')).toEqual(['Signatory 1: student', 'Signatory 2: head of the department']);
    expect(text).toContain(name);
    const byAddress = await person.get(`${path}?from=template-${id}`).expect(200);
    expect(fieldsIn(byAddress.text, 'title')['signatory-1-name']).toBe('Durand');
  });

  test('Given another agreement, Then it is copied but for its reference', async () => {
    const reference = `copied-${randomUUID()}`;
    const { id } = await givenInSigning(service, { reference, title: 'To be copied', signatories: 3 });
    const person = await signIn(service, 'sender');
    const links = (await person.page(`/console/conventions/${id}/`)).get('main').all('link');
    const copy = links.find((link) => link.name === 'Copy')?.attribute('href');
    expect(copy).toBe(`${path}?from=${id}`);

    const { text } = await person.get(String(copy)).expect(200);

    expect(fieldsIn(text, 'title')).toMatchObject({
      title: 'To be copied',
      reference: '',
      'signatory-2-mail': 'signatory3@example.org',
      watchers: 'internships@example.edu',
    });
    expect(
      formsOf(readPage(text)).some(({ fields }) => fields.some((field) => field.name === 'standing')),
    ).toBe(false);
  });

  test('Given something that is not there any more, Then the form says so and is otherwise as it was', async () => {
    const person = await signIn(service, 'sender');
    for (const from of [`template-${randomUUID()}`, 'template-x', '999999', 'nonsense']) {
      const { text } = await person.get(`${path}?from=${from}`).expect(404);
      expect(errorsIn(text, 'title')).toEqual({ from: 'This is not there any more.' });
    }
  });

  test('Given an amendment, Then its copy is another amendment to the same agreement', async () => {
    const { id, conventionId } = await givenDraft(service, { kind: 'avenants', title: 'First amendment' });
    const person = await signIn(service, 'sender');
    const address = `/console/conventions/${conventionId}/avenants/new/?from=${id}`;
    expect((await person.get(`/console/avenants/${id}/`)).text).toContain(address);
    const { text } = await person.get(address).expect(200);
    expect(fieldsIn(text, 'title').title).toBe('First amendment');
  });
});

describe('The database itself refuses', () => {
  test.each([
    [
      'a name twice, whatever its case',
      `insert into templates (id, name, workflow_id, changed_at, changed_by) select gen_random_uuid(), upper(name), '', now(), '' from templates where id = $1`,
    ],
    ['a blank name', `update templates set name = ' ' where id = $1`],
    ['a blank role', `update template_signatories set role = '' where template_id = $1`],
    ['an order below 1', 'update template_signatories set "order" = 0 where template_id = $1'],
    [
      'somebody without a mail address',
      'update template_signatories set mail = null where template_id = $1 and position = 1',
    ],
    [
      'a phone of nobody',
      `update template_signatories set phone = '1' where template_id = $1 and position = 0`,
    ],
    [
      'the same person twice in one order',
      `insert into template_signatories select template_id, 9, 'again', "order", name, given_name, upper(mail), phone from template_signatories where template_id = $1 and position = 1`,
    ],
  ])('%s', async (_name, statement) => {
    const { id } = await givenTemplate(await signIn(service, 'sender'));
    await expect(service.sql.query(statement, [id])).rejects.toThrow(/violates/);
  });
});
