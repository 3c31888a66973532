import { eventually } from '@campus/testing';
import { rowsOf } from '@campus/testing/markup';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { givenDelivered, numbersOn, onOneLine, pageOf, textOf } from '../../support/read-console.ts';
import { dateOf, givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const sent: string[] = [];
const service = useService({ statements: sent });
let reader: PersonInConsole;
let sender: PersonInConsole;

beforeAll(async () => {
  reader = await signIn(service, 'reader');
  sender = await signIn(service, 'sender');
});
afterEach(() => {
  service.webhook.answerWith((_request, response) => void response.end());
});

/** What the tables of a page say, a line for each row. */
async function rowsAt(person: PersonInConsole, path: string): Promise<string[]> {
  return rowsOf(await person.page(path)).map(onOneLine);
}

// First, while there is nothing to deliver: what the service sends for a call is noted as well.
test('A list costs the same SQL statements for one row and for fifty, and so does the first page', async () => {
  await service.sql.query(`
    with many as (select nextval('agreement_number_seq') as number from generate_series(1, 50)),
    documents as (insert into documents (sha256, size, bytes)
      select encode(sha256('x'), 'hex'), 1, 'x' from many returning id),
    numbered as (select number, row_number() over () as n from many),
    stored as (select id, row_number() over () as n from documents),
    added as (insert into signables (kind, number, title, company_name, school, workflow_id, watchers, search_text,
        document_id, state, round, round_started_at)
      select 'agreement', number, 'Many ' || number, 'c', 's', '', '{}', 'many', stored.id, 'signing', 1, now()
      from numbered join stored using (n) returning id)
    insert into signatories (signable_id, position, "order", mail, name, given_name)
    select id, 0, 1, 'many@example.org', 'Many', 'Ada' from added`);
  const statementsOf = async (path: string) => {
    sent.length = 0;
    const page = await reader.page(path);
    const ofRecords = sent.filter((statement) => /signables|signatories/.test(statement));
    return { rows: rowsOf(page).length, statements: ofRecords.length };
  };

  // One of them counts what the search finds, one what is overdue, and one finds the departments.
  expect(await statementsOf('/console/conventions/?q=many&page_size=1')).toEqual({
    rows: 1,
    statements: 5,
  });
  expect(await statementsOf('/console/conventions/?q=many&page_size=49')).toEqual({
    rows: 49,
    statements: 5,
  });
  // Less than a page, and no older ones that are searched too.
  expect(await statementsOf('/console/conventions/?q=many&page_size=50')).toEqual({
    rows: 50,
    statements: 5,
  });
  // One for each number that looks at records.
  expect((await statementsOf('/console/')).statements).toBe(6);
});

describe('The list', () => {
  test('tells apart what looks alike: how far each record is, who has signed and who is next', async () => {
    const draft = await givenDraft(service, { title: 'Stage Draft' });
    const signing = await givenDelivered(service, { title: 'Stage Signing', signatories: 3 });
    await service.vendor
      .patch(`/public/api/conventions/${signing.id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    const calling = await givenDelivered(service, { title: 'Stage Calling' });
    await service.sql.query(
      `with undone as (delete from attempts where delivery_id = $1)
      update deliveries set state = 'pending', next_attempt_at = now() where id = $1`,
      [calling.deliveries[0]?.id],
    );
    const outside = await givenDraft(service, { title: 'Stage Outside' });
    await service.institution
      .post(`/api/conventions/${outside.id}/signed-outside`)
      .send({ reason: 'on paper', dates: [] })
      .expect(200);
    service.webhook.answerWith((_request, response) => void response.writeHead(503).end());
    const failing = await givenInSigning(service, { title: 'Stage Failing' });
    await eventually(async () =>
      expect((await recordOf(service, failing.id)).deliveries[0]?.attempts).toHaveLength(1),
    );

    const rows = await rowsAt(sender, '/console/conventions/?q=stage');

    const company = 'Host organisation Exemple Industries';
    const sentAt = String.raw`\d+ \w+ \d{4}, \d\d:\d\d`;
    for (const row of [
      `^${draft.id} Stage Draft ${company} draft 0/2 · Ada Martin1 not sent yet · Blaise Martin2 not sent yet$`,
      `^${outside.id} Stage Outside ${company} signed outside (${sentAt} )?2 signatories ✓ Ada Martin1 signed outside ✓ Blaise`,
      `^${calling.id} Stage Calling ${company} waiting for the signing application ${sentAt} 0/2`,
      `^${signing.id} Stage Signing ${company} in signing ${sentAt} 1/3 ✓ Ada Martin1 has signed ▸ Blaise Martin2 is next · Chloé Martin3 comes later Blaise Martin2, for 1 minute$`,
      `^${failing.id} Stage Failing ${company} call failed, tried again ${sentAt} 0/2 .*503.* Next attempt: `,
    ])
      expect(rows).toContainEqual(expect.stringMatching(row));
    expect(await textOf(sender, pageOf(outside.id))).not.toContain('0/2');
  });

  test('is filtered by words, state, whose turn it is and failed calls, whatever else a form sends', async () => {
    const mine = await givenDelivered(service, { title: 'Zeppelin Größe', reference: 'Z-1' });
    await givenDraft(service, { title: 'Zeppelin Entwurf' });
    const found = async (query: string) => numbersOn(await reader.page(`/console/conventions/?${query}`));

    expect(await found('q=zeppelin&state=&waiting_for=')).toHaveLength(2);
    expect(await found('q=zeppelin+grosse&state=signing&waiting_for=SIGNATORY1@example.org')).toEqual([
      mine.id,
    ]);
    expect(await found('q=z-1&waiting_for=signatory2@example.org')).toEqual([]);
    expect(await found('q=zeppelin&failed=true')).toEqual([]);
    expect(await found('q=zeppelin&page_size=1&before=2147483647&done=anything')).toHaveLength(1);
  });

  test('is found by what the signing application calls it, of any round, and by the name of whose turn it is', async () => {
    const person = (givenname: string, order: number) => ({
      givenname,
      name: 'Œuvrard',
      mail: `${order}@example.org`,
      order,
    });
    service.webhook.answerWith((_request, response) => void response.end('PROC_Éa-77'));
    // Others may be called again meanwhile, and have the same answer.
    const title = 'Stage Émeraude';
    const { id } = await givenDelivered(service, {
      title,
      signatory: [person('Émilie', 1), person('Jean', 2)],
    });
    service.webhook.answerWith((_request, response) => void response.end('other'));
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    const found = async (query: string) => numbersOn(await reader.page(`/console/conventions/?${query}`));

    expect(await found('q=a-77+emeraude')).toEqual([id]);
    expect(await found('q=procxa')).toEqual([]);
    expect(await found('waiting_for=oeuvrard+EMILIE')).toEqual([id]);
    expect(await found('waiting_for=oeuvrard+jean')).toEqual([]);
  });

  test('goes on with older records under the same filter, and back to the newest', async () => {
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three'])
      ids.unshift((await givenDraft(service, { title: `Paged ${name}` })).id);
    const newest = '/console/conventions/?q=paged&page_size=2';

    const first = await reader.page(newest);
    const older = first.get('link', 'Older').attribute('href') ?? '';
    const second = await reader.page(older);

    expect(numbersOn(await reader.page(newest))).toEqual(ids.slice(0, 2));
    expect(numbersOn(await reader.page(older))).toEqual(ids.slice(2));
    expect(second.names('link')).not.toContain('Older');
    expect(second.get('link', 'Newest').attribute('href')).toBe(newest);
  });
});
