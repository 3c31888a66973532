import { fileURLToPath } from 'node:url';
import { startProcess } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AccountError } from '../src/accounts/account-error.ts';
import { accountMessages } from '../src/accounts/account-messages.ts';
import { addressBlock } from '../src/accounts/address-block.ts';
import { authenticationMessages } from '../src/accounts/authentication-messages.ts';
import { hashPassword, verifyPassword } from '../src/accounts/password-hash.ts';
import { checkPasswordRules } from '../src/accounts/password-rules.ts';
import { hashTokenKey, isTokenKey, newTokenKey } from '../src/accounts/token-key.ts';
import { isUsername } from '../src/accounts/username.ts';
import { parseExpiry } from '../src/cli/expiry.ts';
import { cheapCost } from './support/accounts.ts';
import { countHashes } from './support/count-hashes.ts';

describe('password hashes', () => {
  test('A password is right for its own hashes, which are never the same, and for no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (one, other) => {
        const stored = await hashPassword(one, cheapCost);
        expect(await hashPassword(one, cheapCost)).not.toBe(stored);
        expect(await verifyPassword(one, stored)).toBe(true);
        expect(await verifyPassword(other, stored)).toBe(one.normalize('NFC') === other.normalize('NFC'));
      }),
      { numRuns: 20 },
    );
  });

  test('Without other wishes a hash has the cost that OWASP advises, and says so', async () => {
    const stored = await hashPassword('open sesame');

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

  test('Given four hashes at once, Then they take the memory of two', async () => {
    const hashing = startProcess({
      command: process.execPath,
      args: [fileURLToPath(new URL('./support/hash-four.ts', import.meta.url))],
    });

    const [, mebibytes] = await hashing.waitForOutput(/^(\d+) MiB$/m);

    // 128 MiB each, beside what Node itself takes.
    expect(Number(mebibytes)).toBeLessThan(3 * 128);
  });
});

describe('password rules', () => {
  test.each([
    ['seven77', 'password_too_short', /at least 8 characters/],
    ['🔑🔑🔑🔑🔑🔑🔑', 'password_too_short', /at least 8 characters/],
    ['é'.repeat(501), 'password_too_long', /1000 bytes/],
    ['open\nsesame', 'password_control_characters', /control characters/],
  ])('%j is refused', (password, code, message) => {
    expect(() => checkPasswordRules(password)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  test.each(['eight888', '🔑🔑🔑🔑🔑🔑🔑🔑', 'é'.repeat(500), 'with spaces: and colons'])(
    '%j is fine',
    (password) => {
      expect(() => checkPasswordRules(password)).not.toThrow();
    },
  );
});

describe('user names', () => {
  test.each(['root', 'a.b+c@d-e_f', 'Zoë', 'x'.repeat(150)])('%j can be one', (name) => {
    expect(isUsername(name)).toBe(true);
  });

  test.each(['', 'x'.repeat(151), 'a b', 'a:b', 'a/b', 'a\0b'])('%j cannot be one', (name) => {
    expect(isUsername(name)).toBe(false);
  });
});

describe('client addresses', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['no address', 'no address'],
  ])('%s counts as %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  test('All addresses of a /64 count as one, and those of two do not', () => {
    const group = fc.nat({ max: 0xffff }).map((number) => number.toString(16));
    const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), groups(4), (block, otherBlock, one, other) => {
        const address = (...parts: string[][]) => parts.flat().join(':');
        expect(addressBlock(address(block, one))).toBe(addressBlock(address(block, other)));
        fc.pre(block.join() !== otherBlock.join());
        expect(addressBlock(address(block, one))).not.toBe(addressBlock(address(otherBlock, one)));
      }),
    );
  });
});

describe('token keys', () => {
  test('A new key is 40 lower-case hexadecimal digits, and another each time', () => {
    const keys = Array.from({ length: 100 }, newTokenKey);

    expect(keys.every(isTokenKey)).toBe(true);
    expect(new Set(keys).size).toBe(100);
  });

  test('What is stored is the SHA-256 of the key', () => {
    expect(hashTokenKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('expiry on the command line', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  test.each([
    ['30d', '2026-12-21T10:00:00.000Z'],
    ['0d', '2026-11-21T10:00:00.000Z'],
    ['2027-01-31', '2027-02-01T00:00:00.000Z'],
    ['2028-02-29', '2028-03-01T00:00:00.000Z'],
  ])('%s is %s', (given, instant) => {
    expect(parseExpiry(given, now).toISOString()).toBe(instant);
  });

  test.each(['', '30', 'd', '-1d', '1.5d', '100000d', 'tomorrow', '2027-02-31', '2027-13-01', '31.01.2027'])(
    '%j is refused',
    (given) => {
      expect(() => parseExpiry(given, now)).toThrow(/30d/);
    },
  );
});

describe('messages', () => {
  test('Both languages have the same places for values', () => {
    const places = (text: string) => text.match(/\{\w+\}/g) ?? [];
    for (const { en, fr } of Object.values({ ...accountMessages, ...authenticationMessages }))
      expect(places(fr)).toEqual(places(en));
  });

  test('An error says its values', () => {
    expect(new AccountError('user_not_found', { username: 'zoë' }).message).toBe('There is no user "zoë".');
  });
});
