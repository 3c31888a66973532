import { eventually } from '@campus/testing';
import { formsOf, formWith, readPage, rowsOf } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import type { Role } from '../../../src/domain/roles.ts';
import { givenAccount, type PersonInConsole, signIn } from '../../support/console.ts';
import { useMailServer } from '../../support/mail.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
import { routesOfDoors } from '../../support/routes.ts';
import { useService } from '../../support/service.ts';

const mailServer = await useMailServer();
const service = useService({ configuration: mailServer.configuration });

/** Everything that can be posted in the console below its sign-in, about the record and the account given. */
const posts = (id: number, username: string) => ({
  own: ['/console/account/mail/', '/console/account/mail/test/'],
  saved: ['/console/conventions/export/', '/console/conventions/signed-pdfs/'],
  send: [
    `/console/conventions/${id}/send/`,
    `/console/conventions/${id}/due/`,
    `/console/conventions/${id}/take-back/`,
    `/console/conventions/${id}/restore/`,
    `/console/conventions/${id}/remind/`,
    `/console/conventions/${id}/erase/`,
    '/console/send/',
    '/console/erase/',
    '/console/conventions/all/send/',
    '/console/conventions/all/erase/',
    '/console/operations/0190b6a8-0000-7000-8000-000000000000/cancel/',
    '/console/call/',
    '/console/templates/new/',
    '/console/templates/999999/',
    '/console/templates/999999/delete/',
    '/console/deliveries/0190b6a8-0000-7000-8000-000000000000/redeliver/',
    '/console/deliveries/again/',
  ],
  forms: [
    '/console/conventions/new/',
    `/console/conventions/${id}/avenants/new/`,
    `/console/conventions/${id}/edit/`,
    `/console/conventions/${id}/signed-outside/`,
  ],
  accounts: [
    '/console/accounts/data/erase/',
    '/console/accounts/new/',
    `/console/accounts/~${username}/`,
    `/console/accounts/~${username}/password/`,
    `/console/accounts/~${username}/deactivate/`,
    `/console/accounts/~${username}/activate/`,
    `/console/accounts/~${username}/remove-factors/`,
    '/console/tokens/new/',
    '/console/tokens/999999/revoke/',
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
    ['reader', { own: 'allowed', saved: 'allowed', send: 403, forms: 403, accounts: 403 }],
    ['sender', { own: 'allowed', saved: 'allowed', send: 'allowed', forms: 'allowed', accounts: 403 }],
    [
      'administrator',
      { own: 'allowed', saved: 'allowed', send: 'allowed', forms: 'allowed', accounts: 'allowed' },
    ],
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
          if (/\/(redeliver|cancel|all\/send|all\/erase)\/$|^\/console\/(send|erase|call)\/$/.test(path))
            continue;
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

  test('Everything that can be posted is known here', () => {
    const known = Object.values(posts(7, 'somebody')).flat();
    const isKnown = (route: string) => {
      // What can be done with amendments is what can be done with agreements.
      const path = route.replace(/^\/avenants/, '/conventions').replace(/:\w+/g, '[^/]+');
      return known.some((address) => new RegExp(`^/console${path}/$`).test(address));
    };

    const posted = routesOfDoors().console.filter(({ method }) => method === 'post');

    expect(posted.map(({ path }) => path).filter((path) => !isKnown(path))).toEqual([]);
  });

  test('Given a form that no page of ours has sent, Then it is refused and nothing has changed', async () => {
    const { id } = await givenInSigning(service);
    const person = await signIn(service, 'administrator');
    const other = await signIn(service, 'sender');
    const before = await everything();
    const { forms, ...plain } = posts(id, other.username);
    const postAs = async (path: string, body: FormData | URLSearchParams) => {
      const headers = { Cookie: person.cookies };
      return (await fetch(`${service.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' }))
        .status;
    };
    const statuses: number[] = [];
    for (const path of Object.values(plain).flat()) {
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

describe('Restoring', () => {
  test('Given a round sent again by mistake, Then a page says what counts again, and the former round does', async () => {
    const { id } = await givenInSigning(service);
    const person = await signIn(service, 'sender');
    const path = `/console/conventions/${id}/restore/`;
    await person.get(path).expect(303);
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    expect((await person.page(`/console/conventions/${id}/`)).names('link')).toContain('Restore round 1');
    const form = await formOf(person, path);
    expect((await person.page(path)).get('main').text).toMatch(
      /Round 1 counts again, with what it held:\s+signature of Ada Martin/,
    );

    await person.post(path, { ...form, standing: 'draft.0.1' }).expect(409);
    await person.post(path, form).expect(303);

    expect(await recordOf(service, id)).toMatchObject({ state: 'signing', round: 1 });
    const page = await person.page(`/console/conventions/${id}/`);
    expect(page.get('main').text).toMatch(/Rounds that were set aside\s+Round 2/);
    expect(page.get('main').text).toContain('Set aside for an earlier round');
    expect(page.names('link')).not.toContain('Restore round 1');
    const next = await person.page(`/console/conventions/${id}/send/`);
    expect(next.names('button')).toContain('Begin round 3');
    expect(next.get('main').text).toContain('Round 3 begins');
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

  test('Given several that are ticked, Then those whose call has failed are called again, once for each form', async () => {
    const { id: failed } = await givenInSigning(service);
    const { id: called } = await givenInSigning(service);
    const { id: draft } = await givenDraft(service);
    await eventually(async () =>
      expect((await recordOf(service, failed)).deliveries[0]?.state).toBe('delivered'),
    );
    await service.sql.query(
      `with given_up as (update deliveries set state = 'failed' where signable_id =
         (select id from signables where kind = 'agreement' and number = $1) returning id)
       update attempts set status = 410, error = 'answered 410 Gone' from given_up where delivery_id = given_up.id`,
      [failed],
    );
    const person = await signIn(service, 'sender');
    const { asked = [] } = await formOf(person, '/console/conventions/', 'asked');
    const ticked = { conventions: [failed, called, draft, 999_999].map(String), asked };

    const { text } = await person.post('/console/call/', ticked).expect(200);
    await person.post('/console/call/', ticked).expect(200);

    const rows = rowsOf(readPage(text)).map((row) => row.text.replaceAll('\n', ' '));
    expect(text).toContain('Calls made again: 1 of 4.');
    expect(rows).toEqual([
      `Agreement ${failed} · Convention de stage call made again The signing application is being called.`,
      `Agreement ${called} · Convention de stage left alone Its call has not failed.`,
      `Agreement ${draft} · Convention de stage left alone Its call has not failed.`,
      'Agreement 999999 left alone It is not there, or not among what you may see.',
    ]);
    const { history } = await recordOf(service, failed);
    expect(history.filter(({ event }) => event === 'redelivered').map(({ actor }) => actor)).toEqual([
      `person:${person.username}`,
    ]);
    const nothing = await person.post('/console/call/').expect(400);
    expect(nothing.text).toContain('Nothing was selected');
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
