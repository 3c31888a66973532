import { beforeAll, describe, expect, test } from '@jest/globals';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { agreementPdf, content, numberOf, updatedPdf } from '../../support/pdf-updates.ts';
import { validPdf } from '../../support/pdfs.ts';
import { pageOf } from '../../support/read-console.ts';
import { deposit, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';
import { createSigner, signedPdf, type TestSigner } from '../../support/signed-pdfs.ts';

const service = useService({ webhook: false });
const agreement = agreementPdf();
let reader: PersonInConsole;
let lectrice: PersonInConsole;
let signer: TestSigner;
beforeAll(async () => {
  reader = await signIn(service, 'reader');
  lectrice = await signIn(service, 'reader', { language: 'fr' });
  signer = await createSigner();
});

const cheaper = { [numberOf.content]: content('Gratification: 0 EUR') };

/** A record whose document came back as the one given. */
async function givenDeposited(signed: Uint8Array): Promise<number> {
  const { id } = await givenInSigning(service, { pdf: agreement });
  await deposit(service, id, signed).expect(200);
  return id;
}

async function findingsOf(id: number) {
  const { body } = await service.institution.get(`/api/conventions/${id}`).expect(200);
  return body.deposits[0].signatures;
}

describe('A deposit whose text is not what was sent, and that somebody signed', () => {
  test('is told in the record, with its pages, though its signature is valid and covers all', async () => {
    const id = await givenDeposited(await signedPdf(updatedPdf(agreement, cheaper), signer));

    expect(await findingsOf(id)).toMatchObject({
      comparison: { result: 'pages-changed', pages: [1, 2] },
      beginsWithRegisteredDocument: true,
      registeredDocumentUnchanged: false,
      wholeFileCovered: true,
      items: [{ digestValid: true, certificateFindings: ['self-signed'] }],
    });
  });

  test('is told in red in the console, in English and in French', async () => {
    const id = await givenDeposited(await signedPdf(updatedPdf(agreement, cheaper), signer));

    const page = await reader.page(pageOf(id));
    const changed = 'The document was changed after it was sent, on pages 1 and 2.';
    expect(page.get('span', changed).attribute('class')).toBe('badge bad');
    expect(page.text).toContain('self-signed: anybody can make one in any name');
    const enFrancais = await lectrice.page(pageOf(id));
    const modifie = 'Le document a été modifié après son envoi, aux pages 1 et 2.';
    expect(enFrancais.get('span', modifie).attribute('class')).toBe('badge bad');
    expect(enFrancais.text).toContain('auto-signé');
  });
});

test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp, mood: 'warning' | null]>([
  ['nothing was added to', () => agreement, /^It shows what was sent\.$/m, null],
  [
    'signatures alone were added to',
    () => signedPdf(agreement, signer),
    /^It shows what was sent; signatures were added, and nothing else\.$/m,
    null,
  ],
  [
    'a signature with a picture was added to',
    () => signedPdf(agreement, signer, { picture: { rectangle: [60, 100, 260, 160], content: 'n' } }),
    /their pictures are on page 1: look at what they cover\.$/m,
    null,
  ],
  [
    'a form was filled in',
    () =>
      updatedPdf(agreement, {
        8: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /V (Lyon) /Rect [60 500 260 520] /P 3 0 R >>',
      }),
    /^Fields of the form were filled in afterwards, on page 1\.$/m,
    'warning',
  ],
  [
    'something was put on',
    () =>
      updatedPdf(agreement, {
        7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [<< /Subtype /Stamp /Rect [0 0 9 9] >>] >>',
      }),
    /^Something was put over what was sent, on page 2:/m,
    'warning',
  ],
  [
    'nobody can compare',
    () => updatedPdf(agreement, cheaper, { leaveOut: ['table', 'trailer'] }),
    /^What it shows cannot be compared with what was sent:/m,
    'warning',
  ],
  ['is another than', () => validPdf(), /^The document differs from the one that was sent:/m, 'warning'],
])('Given a deposit that %s what was sent, Then the page says so', async (_, make, words, mood) => {
  const id = await givenDeposited(await make());

  const page = await reader.page(pageOf(id));
  expect(page.text).toMatch(words);
  expect(page.all('span', words).map((badge) => badge.attribute('class'))).toEqual(
    mood === null ? [] : [`badge ${mood}`],
  );
});

test('Given findings that an earlier version stored, Then they are shown, and what it did not ask is null', async () => {
  const id = await givenDeposited(await signedPdf(agreement, signer));
  await service.sql.query(
    `update deposits set signature_rules = 1,
       signatures = jsonb_set(signatures - '{comparison,beginsWithRegisteredDocument}'::text[], '{items,0}', (signatures #> '{items,0}'::text[]) - 'certificateFindings'::text)
     from signables where signables.id = signable_id and kind = 'agreement' and number = $1`,
    [id],
  );

  expect(await findingsOf(id)).toMatchObject({
    count: 1,
    beginsWithRegisteredDocument: true,
    registeredDocumentUnchanged: true,
    comparison: null,
    items: [{ signer: 'Ada Lovelace', certificateFindings: null }],
  });
  const { text } = await reader.page(pageOf(id));
  expect(text).toContain('1 digital signature, intact');
  expect(text).toContain('an earlier version did not compare what it shows');
});

test('Given findings of the version before, of a page that was changed, Then the deprecated name is no reassurance', async () => {
  const id = await givenDeposited(await signedPdf(updatedPdf(agreement, cheaper), signer));
  const { rows } = await service.sql.query<{ registered: boolean }>(
    `update deposits set signature_rules = 2,
       signatures = (signatures - 'beginsWithRegisteredDocument'::text) || '{"registeredDocumentUnchanged": true}'
     from signables where signables.id = signable_id and kind = 'agreement' and number = $1
     returning (signatures ->> 'registeredDocumentUnchanged'::text)::boolean as registered`,
    [id],
  );
  expect(rows).toEqual([{ registered: true }]);

  expect(await findingsOf(id)).toMatchObject({
    beginsWithRegisteredDocument: true,
    registeredDocumentUnchanged: false,
    comparison: { result: 'pages-changed' },
  });
});
