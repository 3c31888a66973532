import { eventually } from '@campus/testing';
import { type Page, recordsOf } from '@campus/testing/markup';
import { expect } from '@jest/globals';
import type request from 'supertest';
import type { PersonInConsole } from './console.ts';

/** The page of the operation that a form has led to, once it has ended. */
export async function endOf(person: PersonInConsole, form: request.Test): Promise<Page> {
  const { headers } = await form.expect(303);
  const address = String(headers.location);
  expect(address).toMatch(/^\/console\/operations\/[0-9a-f-]{36}\/$/);
  return endedAt(person, address);
}

/** The page of an operation at this address, once it has ended. */
export function endedAt(person: PersonInConsole, address: string): Promise<Page> {
  return eventually(
    async () => {
      const page = await person.page(address);
      expect(page.text).toContain('Ended');
      return page;
    },
    { intervalMs: 100, describe: 'the operation ends' },
  );
}

/** What the page of an operation says of each record: outcome and remark, by what the record is called. */
export function outcomesOn(page: Page): Record<string, string> {
  return Object.fromEntries(
    recordsOf(page.get('table')).map(({ 'Agreement or amendment': record = '', Outcome, Remark }) => [
      /^(?:Agreement|Amendment) \d+/.exec(record)?.[0] ?? record,
      [Outcome, Remark].filter(Boolean).join(': '),
    ]),
  );
}
