import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { formsOf, formWith, readPage, rowsOf } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { endedAt, endOf, outcomesOn } from '../../support/console-operations.ts';
import { givenManyDrafts } from '../../support/many-drafts.ts';
import { begin, ended } from '../../support/operations.ts';
import { validPdf } from '../../support/pdfs.ts';
import { deposit, givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

async function roundOf(id: number): Promise<number> {
  return (await recordOf(service, id)).round;
}

async function statesOf(title: string): Promise<Record<string, number>> {
  const { rows } = await service.sql.query(
    'select state::text, count(*)::int as count from signables where title = $1 group by state',
    [title],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** What a form of a page sends when nobody has touched it, without the token. */
async function formAt(person: PersonInConsole, path: string, action: RegExp) {
  const page = await person.page(path);
  const form = formsOf(page).find(({ element }) => action.test(element.attribute('action') ?? ''));
  if (form === undefined) throw new Error(`${path} has no form for ${action}`);
  form.values.delete('csrfmiddlewaretoken');
  return {
    page,
    action: form.element.attribute('action') ?? '',
    values: Object.fromEntries(form.values),
  };
}

describe('Sending what is ticked', () => {
  test('Given drafts and one that is not there, Then a page says what became of each', async () => {
    const { id: first } = await givenDraft(service);
    const { id: amendment } = await givenDraft(service, { kind: 'avenants' });
    const person = await signIn(service, 'sender');

    const page = await endOf(
      person,
      person.post('/console/send/', {
        conventions: [String(first), '888888'],
        avenants: [String(amendment)],
      }),
    );

    expect(outcomesOn(page)).toEqual({
      [`Agreement ${first}`]: 'sent',
      'Agreement 888888': 'refused: It is not there, or not among what you may see.',
      [`Amendment ${amendment}`]: 'sent',
    });
    expect((await recordOf(service, first)).state).toBe('signing');
    expect((await recordOf(service, amendment, 'avenants')).state).toBe('signing');
  });

  test('Given one with a round that counts, Then nothing is sent until it is confirmed, and what has moved on is left alone', async () => {
    const { id: draft } = await givenDraft(service);
    const { id: signing } = await givenInSigning(service);
    const { id: moved } = await givenInSigning(service);
    const person = await signIn(service, 'sender');
    const question = await person
      .post('/console/send/', { conventions: [draft, signing, moved].map(String) })
      .expect(200);
    expect(question.text).toContain('Send what is ticked');
    // What would set something aside is left out unless somebody ticks it.
    const form = formWith(readPage(question.text), 'record');
    expect(form.values.getAll('record')).toEqual([expect.stringMatching(`^agreement\\.${draft}\\.`)]);
    expect((await recordOf(service, draft)).state).toBe('draft');
    const record = form.element.all('checkbox').map((box) => box.attribute('value') ?? '');
    const once = form.field('once').value ?? '';
    await service.institution.delete(`/api/conventions/${moved}/signature`).expect(200);

    const page = await endOf(person, person.post('/console/send/', { record, once }));
    await endOf(person, person.post('/console/send/', { record, once }));

    expect(outcomesOn(page)).toEqual({
      [`Agreement ${draft}`]: 'sent',
      [`Agreement ${signing}`]: 'sent',
      [`Agreement ${moved}`]: expect.stringContaining('refused: Somebody has changed this meanwhile'),
    });
    expect([await roundOf(draft), await roundOf(signing), await roundOf(moved)]).toEqual([1, 2, 1]);
  });

  test('Given more drafts than a few, Then a page asks first, and what is unticked there is not sent', async () => {
    const ids = await givenManyDrafts(service.sql, 11);
    const person = await signIn(service, 'sender');

    const { text } = await person.post('/console/send/', { conventions: ids.map(String) }).expect(200);
    const asked = formWith(readPage(text), 'record').values.getAll('record');
    expect(asked).toHaveLength(11);
    await endOf(person, person.post('/console/send/', { record: asked.slice(0, 2) }));

    const rounds = await Promise.all(ids.map(roundOf));
    expect(rounds.filter((round) => round === 1)).toHaveLength(2);
  });

  test('Given nothing that was ticked, Then the page says so', async () => {
    const person = await signIn(service, 'sender');
    const { text } = await person.post('/console/send/').expect(400);
    expect(text).toContain('Nothing was selected');
  });

  test.each([
    'agreement.7.draft.9999999999.1',
    'agreement.7.draft.0.9999999999',
    'agreement.9999999999.draft.0.1',
    'agreement.7.draft.0.0',
    'agreement.7.draft.0.1.1',
  ])('Given a form that names %s, which no record can be, Then nothing was selected', async (record) => {
    const person = await signIn(service, 'sender');

    for (const path of ['/console/send/', '/console/erase/']) {
      const { text } = await person.post(path, { record, reason: 'Over.' }).expect(400);
      expect(text).toContain('Nothing was selected');
    }
  });
});

describe('Erasing what is ticked', () => {
  test('a page names the records and asks for a reason; then they are gone', async () => {
    const { id: draft } = await givenDraft(service, { title: 'Gone soon' });
    const { id: sent } = await givenInSigning(service);
    const person = await signIn(service, 'sender');

    const question = await person
      .post('/console/erase/', { conventions: [draft, sent].map(String) })
      .expect(200);
    expect(question.text).toContain('Gone soon');
    const form = formWith(readPage(question.text), 'reason');
    const record = form.values.getAll('record');
    const withoutReason = await person.post('/console/erase/', { record }).expect(400);
    expect(formWith(readPage(withoutReason.text), 'reason').field('reason').errors).toEqual([
      'This is required.',
    ]);
    const page = await endOf(person, person.post('/console/erase/', { record, reason: 'The year is over.' }));

    expect(outcomesOn(page)).toEqual({
      [`Agreement ${draft}`]: 'draft deleted',
      [`Agreement ${sent}`]: 'erased',
    });
    expect(page.text).toContain('The year is over.');
    await service.institution.get(`/api/conventions/${draft}`).expect(404);
  });
});

describe('All that a list shows', () => {
  test('is reached from a list that has more than a page, with its filter', async () => {
    await givenManyDrafts(service.sql, 60, { title: 'Soixante' });
    const person = await signIn(service, 'sender');

    const list = await person.page('/console/conventions/?q=soixante');
    const link = list.get('link', 'All 60 that the filter finds…');

    expect(link.attribute('href')).toBe('/console/conventions/all/?q=soixante');
    const short = await person.page('/console/conventions/?q=soixante&page_size=200');
    expect(short.all('link', /that the filter finds/)).toEqual([]);
    const reader = await signIn(service, 'reader');
    await reader.get('/console/conventions/all/?q=soixante').expect(403);
  });

  test('its drafts are sent, and others only if that is ticked, after the page has said what that sets aside', async () => {
    await givenManyDrafts(service.sql, 70, { title: 'Septante' });
    const { id } = await givenInSigning(service, { title: 'Septante' });
    await deposit(service, id, await validPdf()).expect(200);
    const person = await signIn(service, 'sender');
    const path = '/console/conventions/all/?q=septante';

    const first = await formAt(person, path, /send/);
    expect(first.page.text).toContain('70 drafts are sent for signature.');
    expect(first.page.text).toContain('No drafts: 1.');
    expect(first.page.text).toContain('signed documents: 1');
    const sent = await endOf(person, person.post(first.action, first.values));
    expect(sent.text).toContain('70 of 70');
    expect(await statesOf('Septante')).toEqual({ signing: 71 });
    expect(await roundOf(id)).toBe(1);

    const again = await formAt(person, path, /send/);
    await endOf(person, person.post(again.action, { ...again.values, rounds: 'true' }));
    expect(await roundOf(id)).toBe(2);
  });

  test('is erased with a reason, after its number was typed', async () => {
    await givenManyDrafts(service.sql, 65, { title: 'Jetable' });
    const { id } = await givenInSigning(service, { title: 'Jetable' });
    const person = await signIn(service, 'sender');
    const { page, action, values } = await formAt(person, '/console/conventions/all/?q=jetable', /erase/);
    expect(page.text).toContain('65 were never sent');
    expect(page.text).toContain('1 is in signing.');

    const wrong = await person.post(action, { ...values, number: '65', reason: '' }).expect(400);
    const form = formWith(readPage(wrong.text), 'number');
    expect(form.field('number').errors).toEqual(['This is not the number of records.']);
    expect(form.field('reason').errors).toEqual(['This is required.']);
    await endOf(person, person.post(action, { ...values, number: '66', reason: 'Over.' }));

    expect(await statesOf('Jetable')).toEqual({});
    expect((await recordOf(service, id)).state).toBe('erased');
  });

  test('nothing is done once the list shows others', async () => {
    const [shown] = await givenManyDrafts(service.sql, 3, { title: 'Croissante' });
    const person = await signIn(service, 'sender');
    const { action, values } = await formAt(person, '/console/conventions/all/?q=croissante', /send/);
    await service.institution.delete(`/api/conventions/${shown}`).expect(204);
    await givenManyDrafts(service.sql, 1, { title: 'Croissante' });

    const { text } = await person.post(action, values).expect(409);

    expect(text).toContain('The list shows other records by now, or they have moved on.');
    expect(await statesOf('Croissante')).toEqual({ draft: 3 });
  });
});

describe('Whoever asked', () => {
  test('and has lost the right before a turn comes has nothing done in their name any more', async () => {
    const [first = 0, second = 0] = await givenManyDrafts(service.sql, 2);
    const person = await signIn(service, 'sender');
    const watching = await signIn(service, 'reader');
    const blocker = await service.sql.connect();
    await blocker.query('begin');
    await blocker.query("select from signables where kind = 'agreement' and number = $1 for update", [first]);
    const { headers } = await person
      .post('/console/send/', { conventions: [first, second].map(String) })
      .expect(303);
    await blocker.query('update accounts set is_active = false where username = $1', [person.username]);
    await blocker.query('commit');
    blocker.release();

    const page = await endedAt(watching, String(headers.location));

    // The turn of the first may have come before.
    expect(outcomesOn(page)).toMatchObject({
      [`Agreement ${second}`]: 'refused: Whoever asked for this has no right to it any more.',
    });
  });

  test('sees nothing done to records that have left their scope', async () => {
    const [inside = 0, outside = 0] = await givenManyDrafts(service.sql, 2);
    const person = await signIn(service, 'sender');
    const watching = await signIn(service, 'reader');
    await service.sql.query(
      `update accounts set scope = '{"departments": ["law"], "workflows": []}' where username = $1`,
      [person.username],
    );
    await sleep(provenMs);
    await service.sql.query(
      "update signables set department = 'law' where kind = 'agreement' and number = any ($1)",
      [[inside, outside]],
    );
    const blocker = await service.sql.connect();
    await blocker.query('begin');
    await blocker.query("update signables set department = 'arts' where kind = 'agreement' and number = $1", [
      outside,
    ]);
    const { headers } = await person
      .post('/console/send/', { conventions: [inside, outside].map(String) })
      .expect(303);
    await blocker.query('commit');
    blocker.release();

    const page = await endedAt(watching, String(headers.location));

    expect(outcomesOn(page)).toEqual({
      [`Agreement ${inside}`]: 'sent',
      [`Agreement ${outside}`]: expect.stringContaining('refused: It is not there'),
    });
  });
});

describe('The page of an operation', () => {
  test('shows its records page by page, and those that were refused', async () => {
    const { id } = await givenInSigning(service);
    const drafts = await givenManyDrafts(service.sql, 60);
    const operation = await ended(
      service,
      await begin(service, { action: 'send', records: { conventions: [...drafts, id] } }),
    );
    const person = await signIn(service, 'reader');
    const address = `/console/operations/${operation.id}/`;

    const first = await person.page(address);
    expect(first.text).toContain('61 of 61');
    expect(rowsOf(first.get('table'))).toHaveLength(50);
    const second = await person.page(first.get('link', 'Next').attribute('href') ?? '');
    expect(rowsOf(second.get('table'))).toHaveLength(11);
    const refused = await person.page(`${address}?outcome=refused`);
    expect(outcomesOn(refused)).toEqual({
      [`Agreement ${id}`]: 'refused: It is no draft any more, and new rounds were not asked for.',
    });
    const { text } = await person
      .get(`${address}report/`)
      .expect(200)
      .expect('Content-Type', /^text\/csv/);
    expect(text.trim().split('\r\n')).toHaveLength(62);
    expect(text).toContain(`Agreement,${id},Convention de stage,refused,not_a_draft,`);
    const list = await person.page('/console/operations/');
    expect(list.get('table').text).toContain('Send for signature: 61 records');
  });

  test('cancels what is left', async () => {
    const drafts = await givenManyDrafts(service.sql, 1_000);
    const { id } = await begin(service, { action: 'send', records: { conventions: drafts } });
    const person = await signIn(service, 'sender');

    const { headers } = await person.post(`/console/operations/${id}/cancel/`).expect(303);
    const page = await person.page(headers.location ?? '');

    expect(page.text).toContain('cancelled');
    expect(page.text).toContain('Cancelled by');
    const left = await person.page(`/console/operations/${id}/?outcome=left`);
    expect(rowsOf(left.get('table')).at(0)?.text).toContain('left alone');
  });

  test('of an operation that is not there is a page with 404', async () => {
    const person = await signIn(service, 'reader');
    const { text } = await person.get('/console/operations/7/').expect(404);
    expect(text).toContain('This operation is not there, or not among what you may see');
  });
});
