import { readPage, recordsOf } from '@campus/testing/markup';
import { beforeAll, expect, test } from '@jest/globals';
import { hrefsIn, type PersonInConsole, signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import {
  givenDelivered,
  numbersOn,
  onOneLine,
  sourcesOfLiveParts,
  textOf,
} from '../../support/read-console.ts';
import { dateOf, deposit } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let reader: PersonInConsole;
let sender: PersonInConsole;

beforeAll(async () => {
  reader = await signIn(service, 'reader');
  sender = await signIn(service, 'sender');
});

test('The first page leads from numbers to lists, from why calls fail to calling again, and tells who is waited for longest', async () => {
  const long = await givenDelivered(service, { title: 'Long awaited' });
  await service.sql.query(
    "update signables set round_started_at = now() - interval '5 days' where kind = 'agreement' and number = $1",
    [long.id],
  );
  const failed = await givenDelivered(service, { title: 'Given up' });
  await service.sql.query(
    `with given_up as (update deliveries set state = 'failed' where id = $1 returning id)
    update attempts set status = 410, error = 'answered 410 Gone' from given_up where delivery_id = given_up.id`,
    [failed.deliveries[0]?.id],
  );

  const longest = await givenDelivered(service, { title: 'Longest awaited' });
  await service.sql.query(
    "update signables set round_started_at = now() - interval '8 days' where kind = 'agreement' and number = $1",
    [longest.id],
  );

  const page = await sender.page('/console/');

  const text = onOneLine(page.get('main'));
  expect(text).toMatch(
    /Drafts \d+ .*In signing \d+ Agreements \d+ .*Waiting over 7 days 1 Agreements 1 Refused 0 With a failed call \d+ Agreements \d+ Why/,
  );
  expect(text).toMatch(/Why calls fail.*answered 410 1 1 .*Waiting longest/);
  expect(text).toMatch(
    /Waiting longest.*?Ada Martin1 signatory1@example.org .*?Longest awaited .*?Long awaited .*?8 days/,
  );
  expect(hrefsIn(page)).toEqual(
    expect.arrayContaining([
      '/console/conventions/?state=signing',
      '/console/conventions/?failed=true',
      '/console/deliveries/?cause=410',
      '/console/deliveries/again/?cause=410',
    ]),
  );
  expect(numbersOn(await reader.page('/console/conventions/?state=signing&waiting_days=7'))).toEqual([
    longest.id,
  ]);
  expect(hrefsIn(await reader.page('/console/'))).not.toContain('/console/deliveries/again/?cause=410');
  expect(await textOf(reader, '/console/deliveries/?state=failed')).toContain('answered 410 Gone');
});

test('The first page shows the last weeks by state, and how long signing took by workflow', async () => {
  // Unfolded.
  const weeks = async () => {
    const { text } = await reader.get('/console/').expect(200);
    const page = readPage(text.replace('<details id="weeks-table"', '<details open'));
    return page.get('region', 'Registered in twelve weeks, by state today').get('table');
  };
  const before = recordsOf(await weeks()).at(-1);
  const { id } = await givenDelivered(service, { workflowId: 'of-ten-days', signatories: 1 });
  await service.sql.query(
    "update signables set round_started_at = now() - interval '10 days' where kind = 'agreement' and number = $1",
    [id],
  );
  await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);

  const rows = recordsOf(await weeks());
  expect(rows).toHaveLength(12);
  expect(Number(rows.at(-1)?.signed)).toBe(Number(before?.signed) + 1);
  const days = (await reader.page('/console/')).get('region', 'Days to sign, twelve weeks').get('table');
  expect(recordsOf(days)).toContainEqual(
    expect.objectContaining({
      'Signing circuit': 'of-ten-days',
      Rounds: '1',
      Median: '10',
      '9 of 10 within': '10',
    }),
  );
});

test('The first page follows what is in signing', async () => {
  await givenDelivered(service);

  const page = await reader.page('/console/');

  expect(sourcesOfLiveParts(page)).toEqual(['/console/live/']);
  await service.sql.query("update signables set state = 'signed' where state = 'signing'");
  const { body } = await reader
    .get('/console/live/')
    .buffer(true)
    .parse((response, done) => {
      let all = '';
      response.on('data', (chunk: Buffer) => {
        all += chunk;
      });
      response.on('end', () => done(null, all));
    })
    .expect(200);
  expect(body).toMatch(/event: part\n.*Nobody is waited for.*event: over\n/s);
  expect(sourcesOfLiveParts(await reader.page('/console/'))).toEqual([]);
});
