import type { Page } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { numbersOn } from '../../support/read-console.ts';
import { givenDraft, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const list = '/console/conventions/';
let reader: PersonInConsole;

beforeAll(async () => {
  reader = await signIn(service, 'reader');
});

/** What the tabs of a page say. */
function tabsOn(page: Page): string[] {
  return page.get('navigation', 'State').names('link');
}

describe('The order of a list', () => {
  let [first, second, third]: number[] = [];
  beforeAll(async () => {
    for (const title of ['écrire', 'Zoologie', 'Écoute'])
      [third, second, first] = [second, first, (await givenDraft(service, { title })).id];
    // Not in the order in which they were registered.
    for (const number of [second, first])
      await service.institution.post(`/api/conventions/${number}/signature`).expect(202);
  });

  test.each([
    ['', () => [first, second, third]],
    ['sort=number', () => [third, second, first]],
    ['sort=title', () => [first, third, second]],
    ['sort=-title', () => [second, third, first]],
    ['sort=sent', () => [third, second, first]],
    ['sort=-sent', () => [first, second, third]],
    ['sort=-sent&state=signing', () => [first, second]],
    ['q=ec', () => [first, third]],
    ['q=ec&sort=-title', () => [third, first]],
    ['q=oolog&sort=title', () => [second]],
    ['q=exemple&sort=-title', () => [second, third, first]],
    ['q=exemple&sort=updated', () => [third, second, first]],
  ])('is that of "%s", from page to page', async (sort, expected) => {
    const whole = numbersOn(await reader.page(`${list}?${sort}`));
    const found: number[] = [];
    for (let next: string | undefined = `${list}?${sort}&page_size=1`; next !== undefined; ) {
      const page: Page = await reader.page(next);
      found.push(...numbersOn(page));
      next = page.all('link', /^(Next|Older)$/)[0]?.attribute('href');
    }

    expect(whole).toEqual(expected());
    expect(found).toEqual(expected());
  });

  test('is told by the headings, each of which leads to its own, and then to the opposite', async () => {
    const page = await reader.page(`${list}?sort=title&state=signing`);
    const headings = page.all('columnheader').filter((heading) => heading.all('link').length > 0);

    expect(headings.map((heading) => [heading.name, heading.attribute('aria-sort')])).toEqual([
      ['No.', undefined],
      ['Agreement', 'ascending'],
      ['Sent', undefined],
    ]);
    expect(headings.map((heading) => heading.get('link').attribute('href'))).toEqual([
      `${list}?sort=-number&state=signing`,
      `${list}?sort=-title&state=signing`,
      `${list}?sort=-sent&state=signing`,
    ]);
  });

  test('is that which was chosen also where words are searched for', async () => {
    const page = await reader.page(`${list}?q=ec&sort=title`);

    expect(numbersOn(page)).toEqual([first, third]);
    expect(
      page
        .get('combobox', 'Order')
        .all('option')
        .filter((one) => one.attribute('selected') !== undefined),
    ).toHaveLength(1);
    expect(page.get('columnheader', 'Agreement').attribute('aria-sort')).toBe('ascending');
  });

  test('is nothing else than what is offered', async () => {
    await reader.get(`${list}?sort=workflowId`).expect(400);
  });
});

describe('The tabs of a list', () => {
  test('count the records in each state, under the same filter', async () => {
    await givenDraft(service, { title: 'Counted draft' });
    await givenInSigning(service, { title: 'Counted', signatory: [person('Hypatia')] });

    expect(tabsOn(await reader.page(`${list}?q=counted`))).toEqual([
      'All 2',
      'draft 1',
      'in signing 1',
      'signed 0',
    ]);
    expect(tabsOn(await reader.page(`${list}?waiting_for=hypatia&state=signing`))).toEqual([
      'All 1',
      'draft 0',
      'in signing 1',
      'signed 0',
    ]);
    const page = await reader.page(`${list}?waiting_for=hypatia&state=signing`);
    expect(page.get('link', 'draft 0').attribute('href')).toBe(`${list}?waiting_for=hypatia&state=draft`);
    expect(page.get('link', 'in signing 1').attribute('aria-current')).toBe('page');
  });

  test('show what was erased where something was', async () => {
    const { id } = await givenDraft(service);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    expect(tabsOn(await reader.page(list)).join()).not.toContain('erased');

    await service.institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

    expect(tabsOn(await reader.page(list)).at(-1)).toBe('erased 1');
  });

  test('count all that no filter restricts, and estimate what a filter finds in more than 10,000', async () => {
    await service.sql.query(`
      with many as (
        select nextval('agreement_number_seq') as number from generate_series(1, 20100)),
      stored as (insert into documents (sha256, size, bytes)
        select encode(sha256('x'), 'hex'), 1, 'x' from many returning id)
      insert into signables (kind, number, title, company_name, school, workflow_id, watchers, search_text, document_id,
        state)
      select 'agreement', number, 'Many', 'c', 's', '', '{}',
        'multitude ' || case when n % 2 = 0 then 'even' else '' end || case when n % 4 = 0 then ' zz' else '' end,
        id, 'draft'
      from (select number, row_number() over () as n from many) m
      join (select id, row_number() over () as n from stored) d using (n)`);
    const { rows } = await service.sql.query(
      "select count(*)::int as count from signables where kind = 'agreement' and state = 'draft'",
    );
    const drafts = async (query: string) => tabsOn(await reader.page(`${list}?${query}&page_size=1`))[1];

    expect(await drafts('')).toBe(`draft ${rows[0].count.toLocaleString('en')}`);
    expect(await drafts('q=multitude')).toBe('draft about 20,000');
    expect(await drafts('q=even')).toBe('draft about 10,000');
    // No index knows so short a word: it is not counted where it may be rare.
    expect(await drafts('q=zz')).toBe('draft');
  });
});

describe('The signed documents of a list', () => {
  /** Each byte as a character. */
  const bytesOf = (call: Test) =>
    call.buffer(true).parse((response, done) => {
      response.setEncoding('latin1');
      let read = '';
      response.on('data', (piece: string) => {
        read += piece;
      });
      response.on('end', () => done(null, read));
    });

  test('are a ZIP of all that the filter shows, or of what is ticked', async () => {
    const { id } = await givenDraft(service, { title: 'Archived on paper' });
    const pdf64 = Buffer.from(await validPdf()).toString('base64');
    await service.institution
      .post(`/api/conventions/${id}/signed-outside`)
      .send({ reason: 'on paper', pdf64 })
      .expect(200);
    const named = /^attachment; filename="conventions-\d{4}-\d\d-\d\d\.zip"$/;

    const filtered = await bytesOf(reader.get(`${list}signed-pdfs/?q=archived`))
      .expect(200)
      .expect('Content-Type', 'application/zip')
      .expect('Content-Disposition', named);
    const ticked = await bytesOf(reader.post(`${list}signed-pdfs/`, { conventions: String(id) }))
      .expect(200)
      .expect('Content-Disposition', named);

    for (const { body } of [filtered, ticked]) {
      expect(body).toContain(`conventions/${String(id).padStart(6, '0')} Ada Martin1, Archived on paper.pdf`);
      expect(body).toContain('Archived on paper,Exemple Industries');
      expect(body).not.toContain('missing.csv');
    }
  });

  test('say of what was ticked why it is not there, in the language of the reader', async () => {
    const { id } = await givenDraft(service);
    const french = await signIn(service, 'reader', { language: 'fr' });

    const ticked = { conventions: [String(id), '999999'] };
    const { body } = await bytesOf(french.post(`${list}signed-pdfs/`, ticked)).expect(200);

    const text = String(Buffer.from(body, 'latin1'));
    expect(text).toContain('missing.csv');
    expect(text).toContain(`N°;Pourquoi il n’y a pas de fichier\r\n${id};Pas de document signé\r\n`);
    expect(text).toContain('999999;"N’existe pas');
  });
});

describe('The export of a list', () => {
  const rowsIn = (text: string) => text.slice(1).split('\r\n').slice(0, -1);

  test('has all that the filter shows, in the order of the page, as a table for the reader’s spreadsheet', async () => {
    const { id: other } = await givenDraft(service, { title: 'Exported second', reference: 'E-2' });
    const signatory = [person('Noether')];
    const { id } = await givenInSigning(service, { title: 'Exported "first", really', signatory });

    const { text, headers } = await reader
      .get(`${list}export/?waiting_for=&sort=-number&q=exported`)
      .expect(200)
      .expect('Content-Type', 'text/csv; charset=utf-8');
    const french = await signIn(service, 'reader', { language: 'fr' });
    const inFrench = await french.get(`${list}export/?q=exported&state=signing`).expect(200);

    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="conventions-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    expect(rowsIn(text)).toEqual([
      'No.,Reference,Department,Title of the document,Host organisation,Institution,Signing circuit,State,Registered,Sent,Due,Signed,Last change,Round,Have signed,Signatories,Names,Waiting for,Waiting since,Refused by,Reason of the refusal,Failure of the call',
      expect.stringMatching(
        `^${id},,,"Exported ""first"", really",Exemple Industries,Université d’Exemple,internship-5,in signing,${at},${at},,,${at},1,0,1,Ada Noether <Noether@example.org>,Ada Noether <Noether@example.org>,${at},,,$`,
      ),
      expect.stringMatching(`^${other},E-2,,Exported second,.*,draft,${at},,,,${at},0,0,2,"Ada Martin1 <`),
    ]);
    expect(rowsIn(inFrench.text)[0]).toContain(
      'N°;Référence;Département;Titre du document;Organisme d’accueil',
    );
    expect(rowsIn(inFrench.text)).toHaveLength(2);
  });

  test('says who has refused, and why', async () => {
    const refusing = person('Germain');
    const { id } = await givenInSigning(service, { title: 'Refused in a table', signatory: [refusing] });
    const { mail, order } = refusing;
    await service.vendor
      .post(`/public/api/conventions/${id}/refusal`)
      .send({ mail, order, date: '2026-11-21T16:30:00.000+0100', reason: 'Wrong dates, all of them.' })
      .expect(200);

    const { text } = await reader.get(`${list}export/?state=refused&q=refused%20in%20a%20table`).expect(200);

    expect(rowsIn(text)[1]).toMatch(/,,,Ada Germain,"Wrong dates, all of them\.",$/);
  });

  test('has what is ticked, of one kind, also more than a page', async () => {
    const ids: string[] = [];
    for (const title of ['one', 'two', 'three']) ids.push(String((await givenDraft(service, { title })).id));

    const { text } = await reader
      .post(`${list}export/`, { conventions: ids.slice(1), avenants: ['1'] })
      .expect(200)
      .expect('Content-Type', /^text\/csv/);

    expect(rowsIn(text).map((row) => row.split(',')[0])).toEqual(['No.', ids[2], ids[1]]);
    const refused = await reader.post(`${list}export/`).expect(400);
    expect(refused.text).toContain('Nothing was selected');
    expect(refused.headers['content-disposition']).toBeUndefined();
    const many = Array.from({ length: 201 }, (_, at) => String(at + 1));
    await reader.post(`${list}export/`, { conventions: many }).expect(400);
  });

  test('holds no formula for a spreadsheet that goes by another separator', async () => {
    const hidden = ['a;=1+1', 'b",=1+1', 'c; @SUM(A1)'];
    for (const title of hidden) await givenDraft(service, { title, school: 'Other separator' });

    const { text } = await reader.get(`${list}export/?school=${encodeURIComponent('Other separator')}`);

    for (const begun of ["a;'=1+1", "'=1+1", "c;' @SUM(A1)"]) expect(text).toContain(begun);
    expect(text).not.toMatch(/[;,"]\s*[=@]/);
  });

  test('holds no formula, whatever somebody has registered', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '＝1', '\u200b=1', '\u2060@SUM(A1)'];
    for (const title of formulas)
      await givenDraft(service, { title, reference: `F${title}`, school: 'Defused' });

    const { text } = await reader.get(`${list}export/?q=f&sort=number`).expect(200);

    for (const title of formulas) expect(text).toContain(`,'${title},`);
  });

  test('is for whoever may read the list, and for nobody else', async () => {
    const { status, headers } = await fetch(`${service.url}${list}export/`, { redirect: 'manual' });

    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('/login/')]);
    await reader.get(`${list}export/?state=nonsense`).expect(400);
  });
});

function person(name: string) {
  return { givenname: 'Ada', name, mail: `${name}@example.org`, phone: null, order: 1 };
}
