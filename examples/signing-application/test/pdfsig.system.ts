import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { signPdf } from '../src/sign-pdf.ts';
import { createTestAuthority } from '../src/test-authority.ts';
import { pdfToSign } from './pdf-to-sign.ts';

/** What poppler's own verification prints about a file. */
async function pdfsig(pdf: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pdfsig-'));
  try {
    const file = path.join(folder, 'signed.pdf');
    await writeFile(file, pdf);
    // The certificates are made here: that no authority of this system knows them is no finding.
    const { stdout } = await promisify(execFile)('pdfsig', ['-nocert', file]);
    return stdout;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    throw new Error('pdfsig is missing: run scripts/install-test-tools', { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each(['table', 'stream'] as const)(
  'Given a PDF with its cross-references in a %s, When three have signed, Then pdfsig finds three valid signatures and the last covers the whole file',
  async (form) => {
    const signerFor = await createTestAuthority();
    let pdf = await pdfToSign(form);
    for (const [index, name] of ['Martin', 'Durand', 'Petit'].entries()) {
      const signer = await signerFor({ name, givenname: 'Ada', mail: 'ada@example.org', order: index + 1 });
      pdf = await signPdf(pdf, signer, new Date());
    }

    const report = await pdfsig(pdf);
    const signatures = report.split(/^Signature #\d+:/m).slice(1);
    expect(signatures).toHaveLength(3);
    for (const signature of signatures)
      expect(signature).toContain('Signature Validation: Signature is Valid.');
    expect(signatures.map((signature) => signature.includes('Total document signed'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(report).toMatch(/Ada Martin.*Ada Durand.*Ada Petit/s);
  },
);
