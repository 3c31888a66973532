import { eventually } from '@campus/testing';
import { type Page, type PageElement, recordsOf } from '@campus/testing/markup';
import { expect } from '@jest/globals';
import type { PersonInConsole } from './console.ts';
import { givenInSigning, recordOf } from './records.ts';

/** The page of an agreement. */
export const pageOf = (id: number) => `/console/conventions/${id}/`;

/** What a person reads of a page, on one line. */
export async function textOf(person: PersonInConsole, path: string): Promise<string> {
  return onOneLine((await person.page(path)).get('main'));
}

export function onOneLine({ text }: PageElement): string {
  return text.replaceAll('\n', ' ');
}

/** The numbers of the records on a page, in its order. */
export function numbersOn(page: Page): number[] {
  return page
    .all('table')
    .flatMap(recordsOf)
    .map((row) => Number(row['No.']));
}

/** Where the parts of a page that keep themselves up to date are from. */
export function sourcesOfLiveParts(within: PageElement): string[] {
  return within.all('region').flatMap((region) => region.attribute('data-live') ?? []);
}

/** A record in signing whose signing application has been called. */
export async function givenDelivered(
  service: Parameters<typeof givenInSigning>[0] & Parameters<typeof recordOf>[0],
  options: Parameters<typeof givenInSigning>[1] = {},
) {
  const record = await givenInSigning(service, options);
  await eventually(async () =>
    expect((await recordOf(service, record.id)).deliveries[0]?.state).toBe('delivered'),
  );
  return record;
}
