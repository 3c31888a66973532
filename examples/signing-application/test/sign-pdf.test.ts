import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from '@jest/globals';
import { signPdf } from '../src/sign-pdf.ts';
import { createTestAuthority } from '../src/test-authority.ts';
import { pdfToSign } from './pdf-to-sign.ts';
import { signaturesIn } from './signatures-in.ts';

const signerFor = await createTestAuthority();
const ada = await signerFor({ name: 'Martin', givenname: 'Ada', mail: 'ada@example.org', order: 1 });
const emilie = await signerFor({ name: 'Durand', givenname: 'Émilie', mail: 'emilie@example.org', order: 2 });
const firstAt = new Date('2026-03-01T09:00:00Z');
const secondAt = new Date('2026-03-01T10:30:00Z');

describe.each(['table', 'stream'] as const)(
  'A PDF with its cross-references in a %s, signed twice',
  (form) => {
    const signing = (async () => {
      const registered = await pdfToSign(form);
      const once = await signPdf(registered, ada, firstAt);
      return { registered, once, twice: await signPdf(once, emilie, secondAt) };
    })();

    test('begins with the bytes that were registered, and then with those of the first signature', async () => {
      const { registered, once, twice } = await signing;
      expect(Buffer.from(once).subarray(0, registered.byteLength).equals(registered)).toBe(true);
      expect(Buffer.from(twice).subarray(0, once.byteLength).equals(once)).toBe(true);
    });

    test('holds two signatures that verify, in the names and at the times of their signatories', async () => {
      const found = await signaturesIn((await signing).twice);
      expect(found).toMatchObject([
        { isVerified: true, commonName: 'Ada Martin (test certificate)', signingTime: firstAt },
        { isVerified: true, commonName: 'Émilie Durand (test certificate)', signingTime: secondAt },
      ]);
    });

    test('has byte ranges that leave out exactly the signature, each up to the end of its revision', async () => {
      const { once, twice } = await signing;
      const found = await signaturesIn(twice);
      const revisions = [once, twice];
      for (const [index, { byteRange, gap, digest }] of found.entries()) {
        const revision = Buffer.from(revisions[index] ?? []);
        const [start1 = -1, length1 = 0, start2 = 0, length2 = 0] = byteRange;
        expect(start1).toBe(0);
        expect(gap).toMatch(/^<[0-9a-f]+>$/i);
        expect(start2 + length2).toBe(revision.byteLength);
        const covered = [revision.subarray(0, length1), revision.subarray(start2)];
        expect(Buffer.from(digest).toString('hex')).toBe(
          createHash('sha256').update(Buffer.concat(covered)).digest('hex'),
        );
      }
    });

    test('no longer verifies when one byte of it is another', async () => {
      const changed = Uint8Array.from((await signing).twice);
      // In the comment of four high bytes behind the header, which nothing else reads.
      changed[12] = (changed[12] ?? 0) ^ 1;
      expect((await signaturesIn(changed)).map(({ isVerified }) => isVerified)).toEqual([false, false]);
    });

    test('goes on in the form of cross-references that it had', async () => {
      const { twice } = await signing;
      const file = Buffer.from(twice);
      const offset = Number(
        /startxref\s+(\d+)/.exec(file.toString('latin1', file.lastIndexOf('startxref')))?.[1],
      );
      expect(file.toString('latin1', offset, offset + 4) === 'xref').toBe(form === 'table');
    });

    test('still opens, with its page and two fields', async () => {
      const document = await PDFDocument.load((await signing).twice);
      expect(document.getPageCount()).toBe(1);
      expect(document.getForm().getFields()).toHaveLength(2);
    });
  },
);
