import {
  eventually,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
} from '@campus/testing';
import { factsOf, formWith, type Page, recordsOf } from '@campus/testing/markup';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { webhookLimits } from '../../../../src/webhooks/keep-webhooks.ts';
import { givenUser } from '../../../support/accounts.ts';
import { newName } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';
import { onceOn } from '../../../support/shown-exchange.ts';
import { signedIn, type Visitor } from '../../../support/visitor.ts';

const service = useService({ webhookNetworks: ['127.0.0.1/32'] });
let receiver: RecordingServer;
let staff: Visitor;

beforeAll(async () => {
  receiver = await startRecordingServer();
  staff = await signedIn(service, await givenUser(service.db, { isStaff: true }));
});
afterAll(() => receiver.stop());

const list = '/admin/webhooks/';

/** The secret that a page shows this once. */
const secretOn = (page: Page) => page.all('pre').find(({ text }) => text.startsWith('whsec_'))?.text ?? '';

/** A webhook that the form has made, as its maker sees it. */
async function givenWebhook({
  at = receiver,
  events = 'buildings.created',
  description = '',
}: {
  at?: RecordingServer;
  events?: string;
  description?: string;
} = {}) {
  const address = `${at.url}/${newName('hook')}`;
  const { page: form } = await staff.get(`${list}add/`);
  const typed = { address, events, description, _once: onceOn(form) };
  const made = await staff.post(`${list}add/`, typed);
  expect(made.status).toBe(200);
  const home = made.page.get('link', 'To the webhook').attribute('href') ?? '';
  const arrived = () => at.requests.filter(({ url }) => address.endsWith(String(url)));
  return { address, home, typed, made, secret: secretOn(made.page), arrived };
}

const givenBuilding = () =>
  service.staff.client
    .post('/rest/buildings/')
    .send({ name: newName('building') })
    .expect(201);

const toldOn = async (address: string) => {
  const { page } = await staff.get(address);
  const [shown] = page.all('table');
  return shown === undefined ? [] : recordsOf(shown);
};

const stateOn = async (address: string) => factsOf((await staff.get(address)).page).State;

const isVerified = (secret: string, { body, headers }: RecordedRequest) => {
  const known = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    return new Webhook(secret).verify(body.toString(), known) !== undefined;
  } catch {
    return false;
  }
};

describe('A webhook', () => {
  test('is added by a form, whose answer alone shows its secret, and stands in the list', async () => {
    const { address, made, typed, secret, home } = await givenWebhook({
      events: 'videos.encoded\r\n*.deleted',
      description: 'Library <b>',
    });
    const again = await staff.post(`${list}add/`, typed);
    const { page, text } = await staff.get(list);

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(again.location).toBe(`${list}?done=repeated`);
    const rows = recordsOf(page.all('table')[0] ?? page).filter((row) => row.Address?.startsWith(address));
    expect(rows).toEqual([
      {
        Address: expect.stringContaining('Library <b>'),
        Events: 'videos.encoded, *.deleted',
        State: 'working',
        By: expect.any(String),
      },
    ]);
    expect(text).not.toContain('whsec_');
    expect((await staff.get(home)).text).not.toContain('whsec_');
  });

  test.each([
    [{ address: 'http://10.0.0.7/' }, 'address', /private or local network/],
    [{ address: 'https://user:word@example.org/' }, 'address', /without a user name/],
    [{ address: '' }, 'address', /blank/],
    [{ events: 'videos.watched' }, 'events', /“videos.watched” names no event/],
    [{ events: ' ' }, 'events', /Name an event/],
    [{ description: 'd'.repeat(201) }, 'description', /200/],
  ])('of %j is refused at %s, and the form keeps what was typed', async (wrong, field, sentence) => {
    const typed = { address: 'https://example.org/', events: '*', description: 'kept', ...wrong };
    const before = recordsOf((await staff.get(list)).page.all('table')[0] ?? (await staff.get(list)).page);

    const { status, page } = await staff.post(`${list}add/`, typed);

    expect(status).toBe(400);
    const form = formWith(page, field);
    expect(form.field(field).errors.join(' ')).toMatch(sentence);
    expect(form.field('description').value).toBe(typed.description);
    expect(recordsOf((await staff.get(list)).page.all('table')[0] ?? page)).toEqual(before);
  });

  test('is not made by who has made too many, and the form says so', async () => {
    const busy = await givenUser(service.db, { isStaff: true });
    const theirs = await signedIn(service, busy);
    const typed = { address: 'https://example.org/', events: '*' };
    for (let made = 0; made < webhookLimits.perMaker; made += 1) await theirs.post(`${list}add/`, typed);

    const { status, page } = await theirs.post(`${list}add/`, typed);
    await service.sql.query('delete from webhooks where created_by_id = $1', [busy.id]);

    expect(status).toBe(403);
    expect(page.get('alert').text).toContain(String(webhookLimits.perMaker));
  });

  test('is changed, switched off and on, and deleted once that was confirmed', async () => {
    const { home, address, arrived } = await givenWebhook();
    const { page } = await staff.get(`${home}edit/`);
    const form = formWith(page, 'events');
    expect([form.field('address').value, form.field('events').value]).toEqual([address, 'buildings.created']);

    const saved = await staff.post(`${home}edit/`, { address, events: 'buildings.*', description: 'New' });
    expect(saved.location).toBe(`${home}?done=saved`);
    expect(factsOf((await staff.get(home)).page)).toMatchObject({
      Description: 'New',
      Events: 'buildings.*',
      State: 'working',
    });
    expect((await staff.post(`${home}edit/`, { address, events: 'nothing.*' })).status).toBe(400);

    await staff.post(`${home}off/`);
    expect(await stateOn(home)).toBe('switched off');
    await givenBuilding();
    expect((await staff.post(`${home}on/`)).location).toBe(`${home}?done=on`);
    expect(await stateOn(home)).toBe('working');
    await eventually(() => arrived().length === 1);

    expect((await staff.get(`${home}delete/`)).page.text).toContain(address);
    expect((await staff.post(`${home}delete/`)).location).toBe(`${list}?done=deleted`);
    expect((await staff.get(home)).status).toBe(404);
  });

  test('has a new secret once that was confirmed, and what it is sent is signed with both', async () => {
    const { home, secret, arrived } = await givenWebhook();
    const { page } = await staff.get(`${home}secret/`);
    const fields = { _once: onceOn(page) };

    const made = await staff.post(`${home}secret/`, fields);
    const again = await staff.post(`${home}secret/`, fields);
    await givenBuilding();
    await eventually(() => arrived().length > 0);

    const newer = secretOn(made.page);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(again.location).toBe(`${home}?done=repeated`);
    expect(newer).not.toBe(secret);
    const [request] = arrived();
    expect([secret, newer].map((one) => request && isVerified(one, request))).toEqual([true, true]);
    expect(factsOf((await staff.get(home)).page)['Secret since']).toContain(
      'signed with the former one too until',
    );
  });
});

describe('What a webhook was told', () => {
  test('has a test event with what was sent and answered, without the secret', async () => {
    const polite = await startRecordingServer(
      (_request, response) => void response.writeHead(202, { 'X-Receiver': 'here' }).end('<b>taken</b>'),
    );
    const { home, secret } = await givenWebhook({ at: polite });

    expect((await staff.post(`${home}test/`)).location).toBe(`${home}?done=tested`);
    await eventually(async () =>
      expect(await toldOn(home)).toMatchObject([
        { Event: 'webhook.test', Number: 'a test', Outcome: 'delivered', Attempts: '1' },
      ]),
    );
    const address = (await staff.get(home)).page.get('link', 'webhook.test').attribute('href') ?? '';
    const { page, text } = await staff.get(address);

    expect(page.text).toContain('POST ');
    expect(page.text).toMatch(/webhook-id: msg_\d+_test-\d+/);
    expect(page.text).toContain('HTTP 202');
    expect(page.text).toContain('X-Receiver: here');
    expect(page.text).toContain('<b>taken</b>');
    expect(page.text).toContain('"type":"webhook.test"');
    expect(text).not.toContain(secret.slice(6));
    await polite.stop();
  });

  test('says in words what went wrong and what mends it, among those that failed, and is sent again', async () => {
    const failing = await startRecordingServer(
      (_request, response) => void response.writeHead(401).end('who?'),
    );
    const { home } = await givenWebhook({ at: failing });
    await givenBuilding();
    await eventually(async () => expect(await stateOn(home)).toBe('failing'));
    const [told] = await toldOn(`${home}?failed=true`);
    const address =
      (await staff.get(`${home}?failed=true`)).page.get('link', 'buildings.created').attribute('href') ?? '';
    const french = await staff.get(address, { 'Accept-Language': 'fr' });

    expect(told?.Outcome).toContain('answered 401. Does the receiver have the present secret');
    expect(french.page.text).toContain('réponse 401. Le destinataire a-t-il le secret actuel');
    failing.answerWith((_request, response) => void response.end());
    expect((await staff.post(address)).location).toBe(`${address}?done=again`);
    await eventually(async () => expect(await stateOn(home)).toBe('working'));
    expect(await toldOn(`${home}?failed=true`)).toEqual([]);
    const { page } = await staff.get(address);
    expect(page.text).toMatch(/Attempt 2[\s\S]*Attempt 1/);
    await failing.stop();
  });

  test('is left out where its receiver never takes it, and what is behind it is told', async () => {
    const picky = await startRecordingServer((_request, response) => void response.writeHead(422).end());
    const { home } = await givenWebhook({ at: picky });
    await givenBuilding();
    await eventually(async () => expect(await stateOn(home)).toBe('failing'));
    const address = (await staff.get(home)).page.get('link', 'buildings.created').attribute('href') ?? '';
    expect((await staff.get(address)).page.names('button')).toContain('Leave out');

    expect((await staff.post(`${address}leave-out/`)).location).toBe(`${home}?done=leftOut`);

    expect(await stateOn(home)).toBe('working');
    expect((await staff.get(address)).page.names('button')).not.toContain('Leave out');
    expect((await staff.post(`${address}leave-out/`)).status).toBe(409);
    await picky.stop();
  });

  test('that an older version has noted is shown in its words', async () => {
    const { home } = await givenWebhook();
    const id = Number(home.split('/').at(-2));
    const attempt = {
      startedAt: '2026-11-24T10:00:00.000Z',
      durationMs: 5,
      status: null,
      error: 'certificate has expired (CERT_HAS_EXPIRED)',
      request: { address: 'https://example.org/', headers: [] },
      answer: null,
    };
    await service.sql.query(
      `insert into webhook_deliveries (webhook_id, number, event, body, state, attempts_made, error, attempts)
       values ($1, 1, 'videos.created', '{}', 'failed', 31, $2, $3)`,
      [id, attempt.error, JSON.stringify([attempt])],
    );

    const [told] = await toldOn(home);
    const { page } = await staff.get(
      (await staff.get(home)).page.get('link', 'videos.created').attribute('href') ?? '',
    );

    expect(told?.Outcome).toContain('certificate has expired (CERT_HAS_EXPIRED). The receiver needs a valid');
    expect(page.text).toContain('Attempt 31');
    expect(page.text).toContain('30 earlier attempts are not kept.');
  });

  test('comes page by page', async () => {
    const { home } = await givenWebhook();
    const id = Number(home.split('/').at(-2));
    await service.sql.query(
      `insert into webhook_deliveries (webhook_id, number, event, body, state, attempts_made)
       select $1, n, 'videos.created', '{}', 'delivered', 1 from generate_series(1, 60) n`,
      [id],
    );

    const first = await staff.get(home);
    const next = first.page.get('link', 'Next').attribute('href') ?? '';

    expect(await toldOn(home)).toHaveLength(50);
    expect(await toldOn(next)).toHaveLength(10);
  });

  test('is of that webhook alone', async () => {
    const [one, other] = [await givenWebhook(), await givenWebhook()];
    await staff.post(`${one.home}test/`);
    await eventually(async () => (await toldOn(one.home)).length === 1);
    const address = (await staff.get(one.home)).page.get('link', 'webhook.test').attribute('href') ?? '';

    const elsewhere = await staff.get(address.replace(one.home, other.home));

    expect(elsewhere.status).toBe(404);
    expect((await staff.get(`${one.home}deliveries/x/`)).status).toBe(404);
  });
});
