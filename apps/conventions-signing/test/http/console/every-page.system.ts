import { randomUUID } from 'node:crypto';
import { useBrowser, walkPages } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import { signInAt } from '../../support/browse.ts';
import { givenAccount, signIn } from '../../support/console.ts';
import { begin } from '../../support/operations.ts';
import { givenDraft, givenInSigning, type Kind } from '../../support/records.ts';
import { routesOfDoors } from '../../support/routes.ts';
import { givenToken } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);

/** Answered with something else than a page of its own. */
const noPage =
  /\/(export|pdf|signed-pdfs?|evidence)$|^(\/(operations|conventions|avenants|deliveries)(\/:id)?)?\/live$|^\/operations\/:id\/report$/;

/** Where a record has to be as it is not here: its test looks at the page. */
const elsewhere = ['/console/conventions/:id/remind', '/console/avenants/:id/remind'];

/** What can be done with records of a kind in each of their states; no page of the first of them leads to all of it. */
async function pagesOfRecords(kind: Kind): Promise<string[]> {
  const [draft, sent, back] = [
    await givenDraft(service, { kind }),
    await givenInSigning(service, { kind }),
    await givenInSigning(service, { kind }),
  ];
  const round = service.institution.delete(`/api/${kind}/${back.id}/signature`);
  await round.send({ reason: 'a mistake' }).expect(200);
  const at = (record: { id: number }, page = '') => `/console/${kind}/${record.id}/${page}`;
  return [
    ...['send/', 'edit/', 'erase/', 'signed-outside/'].map((page) => at(draft, page)),
    ...['', 'due/', 'take-back/', 'history/'].map((page) => at(sent, page)),
    at(back, 'restore/'),
    `/console/${kind}/all/`,
  ];
}

async function pagesOfTheRest(): Promise<string[]> {
  const { id: token } = await givenToken(service, 'management');
  await givenAccount(service, { username: 'gone', role: 'reader' });
  await service.sql.query(
    "with gone as (update accounts set is_active = false where username = 'gone' returning id) insert into totp_keys (account_id, secret, last_step) select id, $1, 0 from gone",
    [Buffer.alloc(48)],
  );
  const { id: draft } = await givenDraft(service);
  const operation = await begin(service, { action: 'send', records: { conventions: [draft] } });
  const template = randomUUID();
  const person = await signIn(service, 'sender');
  const people = { 'signatory-0-role': 'student', 'signatory-0-name': '', 'signatory-0-order': '1' };
  await person
    .post('/console/templates/new/', {
      name: 'Internships',
      workflowId: 'internship-5',
      once: template,
      ...people,
    })
    .expect(303);
  return [
    '/console/person/?waiting_for=signatory1@example.org',
    '/console/retention/',
    '/console/deliveries/again/',
    ...['', 'erase/'].map((page) => `/console/accounts/data/${page}?who=${person.username}`),
    `/console/operations/${operation.id}/`,
    `/console/templates/${template}/`,
    `/console/tokens/${token}/revoke/`,
    `/console/accounts/~${person.username}/deactivate/`,
    ...['remove-factors', 'activate'].map((action) => `/console/accounts/~gone/${action}/`),
  ];
}

test('No page has a fault for anybody, of whatever weight', async () => {
  const records = await Promise.all((['conventions', 'avenants'] as const).map(pagesOfRecords));
  const rest = await pagesOfTheRest();
  const declared = routesOfDoors().console.filter(
    ({ method, path }) => method === 'get' && !noPage.test(path),
  );
  const references = ['/public/swagger-ui.html', '/api/swagger-ui.html'];
  const notices = ['/accessibility', '/accessibilite'];
  const page = await browser.newPage();
  await signInAt(page, '/console/');

  const unseen = await walkPages(page, {
    patterns: [
      ...declared.map(({ path }) => `/console${path}`),
      '/console/account',
      ...notices,
      ...references,
    ],
    starts: [...records.flat(), ...rest, ...references],
  });

  expect(unseen).toEqual(elsewhere);
  // Some hundred pages, one after the other.
}, 900_000);
