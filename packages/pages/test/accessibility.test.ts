import { existsSync } from 'node:fs';
import path from 'node:path';
import { readPage } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { statementLink } from '../src/accessibility/compliance.ts';
import { type Audited, criteria, shortcomings } from '../src/accessibility/criteria-words.ts';
import { statementPage } from '../src/accessibility/statement.ts';

/** How many criteria RGAA 4.1 has in each of its 13 themes. */
const themes = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12];

const services: Audited[] = ['signing', 'video'];

test('The table has the 106 criteria of RGAA 4.1, each once, in their order', () => {
  const ids = themes.flatMap((count, theme) =>
    Array.from({ length: count }, (_, index) => `${theme + 1}.${index + 1}`),
  );

  expect(ids).toHaveLength(106);
  expect(Object.keys(criteria)).toEqual(ids);
});

test('The tests that a criterion names are there', () => {
  const named = Object.values(criteria).flatMap(([, , , tests = []]) => tests);
  const root = path.resolve(import.meta.dirname, '../../..');

  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(named).size).toBeGreaterThan(10);
});

test('What is not met, and only that, has its reason', () => {
  const unmet = Object.entries(criteria).filter(([, [, , results]]) =>
    services.some((service) => results[service] === 'unmet'),
  );

  expect(unmet.map(([id]) => id).toSorted()).toEqual(Object.keys(shortcomings).toSorted());
});

test.each(services)(
  'The statement of %s has the share of what applies that is met, as the table gives it',
  (audited) => {
    const given = { audited, service: { name: 'Videos', address: 'https://v.example' } } as const;
    const { main } = statementPage({ ...given, institution: undefined, contact: undefined }, 'en');
    const page = readPage(`<!doctype html><html>${main}</html>`);
    const results = page.all('row').map((row) => row.all('cell')[1]?.text);
    const [met, unmet] = ['met', 'not met'].map((result) => results.filter((text) => text === result).length);

    expect(results).toHaveLength(107);
    const percent = Math.floor((100 * Number(met)) / (Number(met) + Number(unmet)));
    expect(page.text).toContain(`${percent}\u00a0% of the criteria that apply are met (${met} of `);
    expect(percent).toBeLessThan(100);
    expect(page.text).toContain('It is partially compliant with the RGAA');
    expect(statementLink(audited, 'fr')).toEqual({
      text: 'Accessibilité\u00a0: partiellement conforme',
      href: '/accessibilite/',
    });
  },
);
