import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashPassword, verifyPassword } from '../src/password/password-hash.ts';
import { countHashes } from './support/count-hashes.ts';

const password = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));

describe('password hashes', () => {
  test('A password is right for its own hashes, which are never the same, and for no other', async () => {
    await fc.assert(
      fc.asyncProperty(password, password, async (one, other) => {
        const stored = await hashPassword(one);
        expect(await hashPassword(one)).not.toBe(stored);
        expect(await verifyPassword(one, stored)).toBe(true);
        expect(await verifyPassword(other, stored)).toBe(one.normalize('NFC') === other.normalize('NFC'));
      }),
      { numRuns: 20 },
    );
  });

  test.each(['', 'open sesame'])(
    'Given the hash of "%s", Then it with a NUL after it is wrong',
    async (right) => {
      expect(await verifyPassword(`${right}\0`, await hashPassword(right))).toBe(false);
    },
  );

  test('Outside Jest a hash has the cost that OWASP advises, and says so', async () => {
    const program = `
      import { hashPassword } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url))};
      console.log(await hashPassword('open sesame'));`;
    const node = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    const stored = node.stdout.trim();

    expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('open sesame', stored)).toBe(true);
  });

  test('Given no hash, Then no password is right, and the answer costs a hash like a real check', async () => {
    const hashes = await countHashes(async () => {
      expect(await verifyPassword('wrong', null)).toBe(false);
    });

    expect(hashes).toBe(1);
  });

  test('Given a stored text that is no hash of ours, Then it is a fault and not a wrong password', async () => {
    await expect(verifyPassword('open sesame', 'md5$1234')).rejects.toThrow(/cannot be read/);
  });
});
