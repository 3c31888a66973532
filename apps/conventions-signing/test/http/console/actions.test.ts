import { formsOf, formWith, readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import type { Role } from '../../../src/accounts/roles.ts';
import { givenAccount, type PersonInConsole, signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** Everything that can be posted in the console below its sign-in, about the record and the account given. */
const posts = (id: number, username: string) => ({
  send: [
    `/console/conventions/${id}/send/`,
    `/console/conventions/${id}/take-back/`,
    '/console/send/',
    '/console/deliveries/0190b6a8-0000-7000-8000-000000000000/redeliver/',
  ],
  forms: [
    '/console/conventions/new/',
    `/console/conventions/${id}/avenants/new/`,
    `/console/conventions/${id}/edit/`,
    `/console/conventions/${id}/signed-outside/`,
  ],
  accounts: [
    '/console/accounts/new/',
    `/console/accounts/~${username}/`,
    `/console/accounts/~${username}/password/`,
    `/console/accounts/~${username}/deactivate/`,
    `/console/accounts/~${username}/activate/`,
  ],
});

/** What the form of a page sends when nobody has touched it, without the token. */
async function formOf(
  person: PersonInConsole,
  path: string,
  name = 'standing',
): Promise<Record<string, string[]>> {
  const { values } = formWith((await person.page(path)).get('main'), name);
  values.delete('csrfmiddlewaretoken');
  return Object.fromEntries([...values.keys()].map((field) => [field, values.getAll(field)]));
}

async function roundOf(id: number): Promise<number> {
  return (await recordOf(service, id)).round;
}

/** What people have done, and all accounts: the same before and after what must change nothing. */
async function everything(): Promise<unknown> {
  const { rows } = await service.sql.query(
    `select (select count(*) from history where actor like 'person:%') as history, (select count(*) from signables) as records,
       (select json_agg((username, role, full_name, is_active, password_hash) order by id) from accounts) as accounts`,
  );
  return rows;
}

describe('Who may do what', () => {
  test.each([
    ['reader', { send: 403, forms: 403, accounts: 403 }],
    ['sender', { send: 'allowed', forms: 'allowed', accounts: 403 }],
    ['administrator', { send: 'allowed', forms: 'allowed', accounts: 'allowed' }],
  ] satisfies [Role, Record<keyof ReturnType<typeof posts>, 403 | 'allowed'>][])(
    'Given a %s, Then each page and each form is open or closed to them',
    async (role, expected) => {
      const { id } = await givenDraft(service);
      const person = await signIn(service, role);
      const username = `somebody-of-${role}`;
      await givenAccount(service, { username, role: 'reader' });
      const seen: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      for (const [group, paths] of Object.entries(posts(id, username))) {
        const rule = expected[group as keyof typeof expected];
        for (const path of paths) {
          // An empty form does nothing but shows whether it is looked at at all.
          const answer =
            group === 'forms'
              ? await person.postMultipart(path)
              : await person.post(path, { role: 'nothing' });
          wanted[`POST ${path}`] = rule;
          seen[`POST ${path}`] = answer.status === 403 ? 403 : 'allowed';
          if (path.endsWith('/redeliver/') || path === '/console/send/') continue;
          wanted[`GET ${path}`] = rule;
          seen[`GET ${path}`] = (await person.get(path)).status === 403 ? 403 : 'allowed';
        }
      }

      expect(seen).toEqual(wanted);
      const page = await person.page(`/console/conventions/${id}/`);
      const actions = formsOf(page).map(({ element }) => element.attribute('action'));
      expect(actions.includes(`/console/conventions/${id}/send/`)).toBe(role !== 'reader');
      expect(page.names('link').includes('Accounts')).toBe(role === 'administrator');
    },
  );

  test('Given a form that no page of ours has sent, Then it is refused and nothing has changed', async () => {
    const { id } = await givenInSigning(service);
    const person = await signIn(service, 'administrator');
    const other = await signIn(service, 'sender');
    const before = await everything();
    const { send, forms, accounts } = posts(id, other.username);
    const postAs = async (path: string, body: FormData | URLSearchParams) => {
      const headers = { Cookie: person.cookies };
      return (await fetch(`${service.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' }))
        .status;
    };
    const statuses: number[] = [];
    for (const path of [...send, ...accounts]) {
      const values = { standing: 'signing.1.1', reason: 'x', conventions: String(id), username: 'evil' };
      statuses.push(
        await postAs(
          path,
          new URLSearchParams({ ...values, role: 'reader', way: 'generated', fullName: 'x' }),
        ),
      );
    }
    const pdf = Buffer.from(await validPdf());
    for (const path of forms) {
      const form = new FormData();
      form.append('reason', 'x');
      form.append('doc', new Blob([pdf]), 'a.pdf');
      // What comes after the file comes too late.
      form.append('csrfmiddlewaretoken', person.csrfToken);
      statuses.push(await postAs(path, form));
    }

    expect(statuses).toEqual(statuses.map(() => 403));
    expect(await everything()).toEqual(before);
  });
});

describe('Sending one for signature', () => {
  test('Given a draft, When its form is sent twice, Then one round begins, in the name of the person', async () => {
    const { id } = await givenDraft(service);
    const person = await signIn(service, 'sender');
    const form = await formOf(person, `/console/conventions/${id}/`);

    const answers = await Promise.all(
      [1, 2].map(() => person.post(`/console/conventions/${id}/send/`, form)),
    );

    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const { round, history } = await recordOf(service, id);
    expect(round).toBe(1);
    expect(history.find(({ event }) => event === 'signing-started')?.actor).toBe(`person:${person.username}`);
    const { text } = await person.get(String(answers[0]?.headers.location)).expect(200);
    expect(text).toContain('Sent for signature.');
  });

  test('Given a round that counts, Then the page names what a new one sets aside, and begins it when it is confirmed', async () => {
    const { id } = await givenInSigning(service);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/send/`;

    const { text } = await person.get(path).expect(200);
    expect(text).toContain('signature of Ada Martin1');
    expect(text).not.toContain('signature of Blaise');
    expect(text).toContain('signed document, version 1');
    expect(await roundOf(id)).toBe(1);
    await person.post(path, await formOf(person, path)).expect(303);

    expect(await roundOf(id)).toBe(2);
  });

  test('Given a page that was made for an earlier round, Then its form does nothing and says why', async () => {
    const { id } = await givenInSigning(service);
    const person = await signIn(service, 'sender', { language: 'fr' });
    const path = `/console/conventions/${id}/send/`;
    const stale = await formOf(person, path);
    await person.post(path, await formOf(person, path)).expect(303);

    const { text } = await person.post(path, stale).expect(409);
    expect(text).toContain('a été modifié entre-temps');
    expect(text).toContain('Commencer le tour 3');
    const back = await person
      .post(`/console/conventions/${id}/take-back/`, { ...stale, reason: 'trop tard' })
      .expect(409);
    expect(back.text).toContain('trop tard');
    expect(await roundOf(id)).toBe(2);
    // A form that does not say what it was made for is a question.
    await person.post(path).expect(200);
    expect(await roundOf(id)).toBe(2);
  });

  test('Given a record that is not there, Then the page says so', async () => {
    const person = await signIn(service, 'sender');
    await person.get('/console/conventions/999999/send/').expect(404);
    await person.post('/console/conventions/999999/send/', { standing: 'draft.0.1' }).expect(404);
  });
});

describe('Sending many for signature', () => {
  test('Given drafts and one that is not there, Then a report has a line for each', async () => {
    const { id: first } = await givenDraft(service);
    const { id: amendment } = await givenDraft(service, { kind: 'avenants' });
    const person = await signIn(service, 'sender');

    const { text } = await person
      .post('/console/send/', { conventions: [String(first), '888888'], avenants: [String(amendment)] })
      .expect(200);

    expect(text).toContain('2 of 3 sent for signature.');
    expect(text).toContain('Not there');
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

    const { text } = await person.post('/console/send/', { record, once }).expect(200);
    await person.post('/console/send/', { record, once }).expect(200);

    expect(text).toContain('2 of 3 sent for signature.');
    expect(text).toContain('Somebody has changed this meanwhile');
    expect([await roundOf(draft), await roundOf(signing), await roundOf(moved)]).toEqual([1, 2, 1]);
  });

  test('Given more drafts than a few, Then a page asks first, and what is unticked there is not sent', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 11; count += 1) ids.push((await givenDraft(service)).id);
    const person = await signIn(service, 'sender');

    const { text } = await person.post('/console/send/', { conventions: ids.map(String) }).expect(200);
    const asked = formWith(readPage(text), 'record').values.getAll('record');
    expect(asked).toHaveLength(11);
    const report = await person.post('/console/send/', { record: asked.slice(0, 2) }).expect(200);

    expect(report.text).toContain('2 of 2 sent for signature.');
    const rounds = await Promise.all(ids.map(roundOf));
    expect(rounds.filter((round) => round === 1)).toHaveLength(2);
  });

  test('Given nothing that was ticked, Then the page says so', async () => {
    const person = await signIn(service, 'sender');
    const { text } = await person.post('/console/send/').expect(400);
    expect(text).toContain('Nothing was selected');
  });
});

describe('Taking back, calling again', () => {
  test('Given a reason, Then the record is a draft, and the history has reason and person', async () => {
    const { id } = await givenInSigning(service);
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/take-back/`;
    const form = await formOf(person, path);

    const refused = await person.post(path, { ...form, reason: '  ' }).expect(400);
    expect(refused.text).toContain('This is required.');
    await person.post(path, { ...form, reason: '<b>The tutor</b> has changed' }).expect(303);

    const { state, history } = await recordOf(service, id);
    expect(state).toBe('draft');
    expect(history.at(-1)).toMatchObject({
      event: 'returned-to-draft',
      actor: `person:${person.username}`,
      detail: { reason: '<b>The tutor</b> has changed' },
    });
  });

  test('Given a delivery of the round that counts, Then it is called again once for each form', async () => {
    const { id } = await givenInSigning(service);
    const delivery = (await recordOf(service, id)).deliveries[0]?.id;
    const person = await signIn(service, 'sender');
    const path = `/console/deliveries/${delivery}/redeliver/`;
    const { once = [] } = await formOf(person, `/console/conventions/${id}/`, 'once');

    await person.post(path, { once }).expect(303);
    await person.post(path, { once }).expect(303);

    const { history } = await recordOf(service, id);
    const redelivered = history.filter(({ event }) => event === 'redelivered');
    expect(redelivered.map(({ actor }) => actor)).toEqual([`person:${person.username}`]);
    await person.post('/console/deliveries/nonsense/redeliver/').expect(404);
  });
});
