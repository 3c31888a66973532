import { eventually, type RecordingServer, startRecordingServer } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenUser } from '../../../support/accounts.ts';
import { newName } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ webhookNetworks: ['127.0.0.1/32'] });
const browser = useBrowser(() => service.url);
let receiver: RecordingServer;

beforeAll(async () => {
  receiver = await startRecordingServer();
});
afterAll(() => receiver.stop());

/** The administration, before somebody of staff. */
async function staffsPage(options: PageOptions = {}): Promise<Page> {
  const { username, password } = await givenUser(service.db, { isStaff: true });
  const page = await browser.newPage(options);
  await page.goto('/accounts/login/?next=/admin/');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button').first().click();
  await page.waitForURL('**/admin/');
  return page;
}

async function add(page: Page, address: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Add a webhook' }).click();
  await expectAccessible(page);
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('Events').fill('buildings.created');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('heading', { name: 'The secret of this webhook' }).waitFor();
}

test('A webhook is added, tested, and its page shows by itself what came of it, what failed, and that it is mended', async () => {
  const page = await staffsPage();
  await add(page, `${receiver.url}/${newName('hook')}`);
  await page.getByRole('button', { name: 'Copy the secret' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'To the webhook' }).click();
  await page.getByText('It was told nothing yet.').waitFor();

  await page.getByRole('button', { name: 'Send a test event' }).click();

  const tested = page.getByRole('row').filter({ hasText: 'webhook.test' });
  await tested.filter({ hasText: 'delivered' }).waitFor();
  await expectAccessible(page);
  receiver.answerWith((_request, response) => void response.writeHead(503).end('closed at night'));
  await service.staff.client
    .post('/rest/buildings/')
    .send({ name: newName('building') })
    .expect(201);
  await page.getByRole('link', { name: 'failed', exact: true }).click();
  await page.getByText('answered 503').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'buildings.created' }).click();
  await page.getByText('closed at night').waitFor();
  await expectAccessible(page);

  receiver.answerWith((_request, response) => void response.end());
  await page.getByRole('button', { name: 'Send again' }).click();

  await page.getByRole('link', { name: `${receiver.url}/` }).click();
  await page.getByText('working', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'New secret' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('link', { name: 'To the webhook' }).click();
  await page.getByText('signed with the former one too until').waitFor();
  await page.getByRole('link', { name: 'Delete' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('status').filter({ hasText: 'The webhook is deleted.' }).waitFor();
  await expectAccessible(page);
});

test('Without JavaScript a webhook is added, tested, and switched off', async () => {
  receiver.answerWith((_request, response) => void response.end());
  const page = await staffsPage({ javaScript: false });
  await add(page, `${receiver.url}/${newName('hook')}`);
  await page.getByRole('link', { name: 'To the webhook' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await eventually(async () => {
    await page.getByRole('link', { name: 'Refresh' }).click();
    return (await page.getByRole('row').filter({ hasText: 'delivered' }).count()) === 1;
  });
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('switched off', { exact: true }).waitFor();
  await expectAccessible(page);
});

test.each<[string, PageOptions]>([
  ['in English', {}],
  ['in French and in the dark', { language: 'fr', colourScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 } }],
])('What a webhook was told is accessible %s, and fits', async (_how, options) => {
  const { rows } = await service.sql.query<{ id: number; delivery: number }>(
    `with w as (
       insert into webhooks (address, is_active, position, failed_attempts, failing_since, next_attempt_at, rotated_at, events)
       values ($1, true, (select coalesce(max(position), 0) from changes), 3, now(), now() + interval '4 hours', now(),
         array['videos.encoded', 'videos.failed', 'broadcasters.*', '*.deleted'])
       returning id)
     insert into webhook_deliveries (webhook_id, number, event, body, state, attempts_made, error, status, attempts)
     select id, 1, 'videos.encoded', $2, 'waiting', 40, $3, null, jsonb_build_array($4::jsonb) from w
     returning webhook_id as id, id as delivery`,
    [
      `https://hooks.${'long-'.repeat(20)}.example.org/videos/of/the/university`,
      JSON.stringify({
        type: 'videos.encoded',
        data: { url: `https://video.example.org/${'x'.repeat(90)}` },
      }),
      'certificate has expired (CERT_HAS_EXPIRED)',
      JSON.stringify({
        startedAt: '2026-11-24T10:00:00.000Z',
        durationMs: 31,
        status: 500,
        error: 'certificate has expired (CERT_HAS_EXPIRED)',
        request: {
          address: 'https://hooks.example.org/',
          headers: [['webhook-signature', `v1,${'g'.repeat(44)}`]],
        },
        answer: { headers: [['Server', 'nginx']], leftOut: 2, body: 'y'.repeat(300), isWhole: false },
      }),
    ],
  );
  const [{ id, delivery } = { id: 0, delivery: 0 }] = rows;
  const page = await staffsPage(options);

  for (const address of ['', 'add/', `${id}/`, `${id}/edit/`, `${id}/deliveries/${delivery}/`]) {
    await page.goto(`/admin/webhooks/${address}`);
    await expectAccessible(page);
    const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    expect([address, fits]).toEqual([address, true]);
  }
});
