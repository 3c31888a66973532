import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from '@jest/globals';
import type { Agreement } from '../src/agreement.ts';
import { agreementPdf, amendmentPdf } from '../src/agreement-pdf.ts';
import { sampleAgreements } from '../src/sample-agreements.ts';
import { pageTexts } from './support/read-pdf.ts';

// Those behind are made by one rule, as the last two of these.
const samples = sampleAgreements.slice(0, 5);
const amendments = samples.flatMap((sample) => sample.amendments.map(({ amendment }) => amendment));
const documents = [
  ...samples.map(({ agreement }) => ({ terms: agreement, make: () => agreementPdf(agreement) })),
  ...amendments.map((amendment) => ({ terms: amendment, make: () => amendmentPdf(amendment) })),
];

describe.each(documents)('The PDF of "$terms.title"', ({ terms, make }) => {
  test('opens, unencrypted, with its title in the properties', async () => {
    const document = await PDFDocument.load(await make(), { updateMetadata: false });

    expect(document.isEncrypted).toBe(false);
    expect(document.getPageCount()).toBeGreaterThan(1);
    expect(document.getTitle()).toBe(terms.title);
    expect(document.getCreationDate()).toEqual(new Date(terms.drawnUpOn));
  });

  test('has a box with name and role for each signatory, all on the last page, below an article', async () => {
    const lastPage = (await pageTexts(await make())).at(-1);

    expect(lastPage).toMatch(/^Article \d+ – /);
    for (const { givenname, name, role } of terms.signatories) {
      expect(lastPage).toContain(role);
      expect(lastPage).toContain(`${givenname} ${name}`);
    }
    expect(lastPage?.match(/Date et signature/g)).toHaveLength(terms.signatories.length);
  });

  test('numbers its pages', async () => {
    const pages = await pageTexts(await make());

    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} / ${pages.length}`);
  });

  test('has the same bytes every time', async () => {
    expect((await make()).equals(await make())).toBe(true);
  });
});

describe('agreementPdf', () => {
  test.each(samples)(
    'every name, address and mission of "$agreement.title" can be read, letter by letter',
    async ({ agreement }) => {
      const { bornOn: _, ...student } = agreement.student;
      const { school, host, teacher, tutor } = agreement;
      const values = [student, school, host, teacher, tutor].flatMap((person) => Object.values(person));

      const text = solid((await pageTexts(await agreementPdf(agreement))).join(''));

      for (const value of [...values, ...agreement.internship.missions]) expect(text).toContain(solid(value));
    },
  );

  test('accents, ligature, apostrophe and the euro sign survive', async () => {
    const text = (
      await pageTexts(await agreementPdf(anAgreement({ subject: 'Cœur, naïveté : l’été à 5 €' })))
    ).join(' ');

    expect(text).toContain('Cœur, naïveté : l’été à 5 €');
    expect(text).toContain('Convention de stage');
    expect(text).toContain('du 1er février 2027 au 30 juillet 2027');
    expect(text).toContain('4,50 € par heure de présence effective');
  });

  test('Given no allowance, Then it says that none is due', async () => {
    const text = (await pageTexts(await agreementPdf(anAgreement({ hourlyAllowanceEuros: null })))).join(' ');

    expect(text).toContain('aucune gratification n’est due');
    expect(text).not.toContain('par heure de présence effective');
  });
});

describe('amendmentPdf', () => {
  test('names the agreement that it changes, and what holds from now on', async () => {
    const [amendment] = amendments;
    if (amendment === undefined) throw new Error('the samples must hold an amendment');

    const text = (await pageTexts(await amendmentPdf(amendment))).join(' ');

    expect(text).toContain('Avenant à la convention de stage');
    expect(text).toContain(`modifie la convention de stage n° ${amendment.agreement.reference}`);
    expect(text).toContain('prend fin le 9 juillet 2027');
    expect(text).toContain('Noémie Sœurdevaux');
  });
});

/** The first sample with other terms for its internship. */
function anAgreement(internship: Partial<Agreement['internship']>): Agreement {
  const [sample] = sampleAgreements;
  if (sample === undefined) throw new Error('there must be a sample');
  return { ...sample.agreement, internship: { ...sample.agreement.internship, ...internship } };
}

/** Without blanks: a line may break after a hyphen, where the text has none. */
function solid(text: string): string {
  return text.replace(/\s/g, '');
}
