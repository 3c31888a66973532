import { formWith } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { hrefsIn, type PersonInConsole, signIn } from '../../support/console.ts';
import { begin, ended } from '../../support/operations.ts';
import { givenDraft, givenInSigning } from '../../support/records.ts';
import { givenToken, signInWithin } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** The table that the page leads to, after the mark of UTF-8. */
async function savedFrom(person: PersonInConsole, page: string): Promise<Record<string, string>[]> {
  const link = hrefsIn(await person.page(page)).find((href) => href?.includes('/export/'));
  const { text, headers } = await person
    .get(String(link))
    .expect(200)
    .expect('Content-Type', 'text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv"$/);
  return parse(text, { columns: true, bom: true });
}

test('The list of calls is saved as filtered, all pages of it, and no formula with it', async () => {
  const title = '=HYPERLINK("http://evil.example")';
  const { id } = await givenInSigning(service, { title });
  const reader = await signIn(service, 'reader');

  const rows = await savedFrom(reader, '/console/deliveries/?page_size=1&from=2000-01-01');
  const failed = await reader.get('/console/deliveries/export/?cause=no_answer').expect(200);

  expect(rows).toMatchObject([{ 'No.': String(id), 'Title of the document': `'${title}`, Round: '1' }]);
  expect(failed.text.trim().split('\r\n')).toHaveLength(1);
  await reader.get('/console/deliveries/export/?state=lost').expect(400);
});

test('A saved list of calls has none of a record that is out of scope', async () => {
  await givenInSigning(service, { title: 'Elsewhere', department: 'Law' });
  const within = await signInWithin(service, { departments: ['Physics'], workflows: [] });

  const { text } = await within.get('/console/deliveries/export/').expect(200);

  expect(text).not.toContain('Elsewhere');
});

test('Accounts, their history and tokens are saved by administrators alone', async () => {
  const administrator = await signIn(service, 'administrator');
  const sender = await signIn(service, 'sender');
  const { name, token } = await givenToken(service, 'management');

  const accounts = await savedFrom(administrator, '/console/accounts/');
  const history = await savedFrom(administrator, '/console/accounts/history/');
  const tokens = await savedFrom(administrator, '/console/tokens/');

  expect(accounts).toContainEqual(
    expect.objectContaining({
      'User name': administrator.username,
      State: 'active',
      Created: expect.any(String),
    }),
  );
  expect(history).toContainEqual(
    expect.objectContaining({ What: 'token created', By: 'command line, as tester' }),
  );
  expect(tokens).toContainEqual(
    expect.objectContaining({ Name: name, State: 'active', By: 'command line, as tester' }),
  );
  expect(JSON.stringify([accounts, history, tokens])).not.toContain(token);
  for (const list of ['accounts', 'accounts/history', 'tokens'])
    await sender.get(`/console/${list}/export/`).expect(403);
});

test('Templates are saved by whoever may use them', async () => {
  const sender = await signIn(service, 'sender', { fullName: 'Zoé Sender' });
  const reader = await signIn(service, 'reader');
  const signatory = { 'signatory-0-role': 'Student', 'signatory-0-name': '', 'signatory-0-order': '1' };
  const form = formWith(await sender.page('/console/templates/new/'), 'once');
  await sender
    .post('/console/templates/new/', {
      once: form.field('once').value ?? '',
      name: '=Physics',
      workflowId: 'physics-5',
      watchers: 'a@example.edu\nb@example.edu',
      ...signatory,
    })
    .expect(303);

  expect(await savedFrom(sender, '/console/templates/')).toMatchObject([
    {
      'Name of the template': "'=Physics",
      'Signing circuit': 'physics-5',
      Signatories: 'Student',
      Watchers: 'a@example.edu b@example.edu',
      By: 'Zoé Sender',
    },
  ]);
  await reader.get('/console/templates/export/').expect(403);
});

test('The history of a record is saved, all pages of it, and by nobody who does not see the record', async () => {
  const { id } = await givenDraft(service, { department: 'Law' });
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select s.id, now(), 'due-changed', 'service', '{"round": 1}' from signables s, generate_series(1, 300)
     where s.kind = 'agreement' and s.number = $1`,
    [id],
  );
  const reader = await signIn(service, 'reader');
  const within = await signInWithin(service, { departments: ['Physics'], workflows: [] });
  const address = `/console/conventions/${id}/history/`;

  const rows = await savedFrom(reader, address);

  expect(rows).toHaveLength(301);
  expect(rows[0]).toMatchObject({ What: 'Due date changed', Detail: '{"round":1}' });
  expect(rows.at(-1)).toMatchObject({ What: 'Registered', By: "institution's application" });
  await within.get(`${address}export/`).expect(404);
  await reader.get('/console/conventions/999999/history/export/').expect(404);
});

test('The history of one account is saved without that of others', async () => {
  const administrator = await signIn(service, 'administrator');

  const rows = await savedFrom(administrator, '/console/accounts/history/?account=nobody');

  expect(rows).toEqual([]);
});

test('Operations are saved with the name of the token that has asked for them, by the console as by the API', async () => {
  const { caller, name } = await givenToken(service, 'management');
  const { id } = await givenDraft(service);
  const operation = await begin(
    { institution: caller },
    { action: 'send', records: { conventions: [id], avenants: [] } },
  );
  await ended({ institution: caller }, operation);
  const sender = await signIn(service, 'sender');

  const rows = await savedFrom(sender, '/console/operations/');
  const { text } = await caller.get('/api/operations.csv').expect(200);

  expect(rows).toMatchObject([{ What: 'Send for signature: 1 record', 'Asked by': name, State: 'done' }]);
  expect(parse(text, { columns: true })).toMatchObject([{ id: operation.id, action: 'send', done: '1' }]);
  await caller.get('/api/operations.csv?page_size=2').expect(400);
});
