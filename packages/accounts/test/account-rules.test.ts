import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isUsername } from '../src/account.ts';
import { AccountRuleError } from '../src/account-rule-error.ts';
import {
  checkPasswordRules,
  minPasswordCharacters,
  refuseInPasswords,
} from '../src/password/password-rules.ts';
import { SignInError } from '../src/sign-in-error.ts';

describe('password rules', () => {
  // In the whole process, which other tests share: names that stand in no password of theirs.
  beforeAll(() => refuseInPasswords(['Université de Lille', undefined, 'Médiathèque']));

  test.each([
    ['seven77', 'password_too_short', /at least 8 characters/],
    ['🔑🔑🔑🔑🔑🔑🔑', 'password_too_short', /at least 8 characters/],
    ['é'.repeat(501), 'password_too_long', /1000 bytes/],
    ['open\nsesame', 'password_control_characters', /control characters/],
    ['Password1', 'password_too_common', /too common/],
    ['motdepasse', 'password_too_common', /too common/],
    ['Dimazarya', 'password_too_common', /too common/],
    ['Ada.Lovelace', 'password_of_context', /hardly more in it than a name/],
    ['lille-2026!', 'password_of_context', /hardly more in it than a name/],
    ['UniversiteDeLille', 'password_of_context', /hardly more in it than a name/],
    ['mediatheque2', 'password_of_context', /hardly more in it than a name/],
    ['internship-1', 'password_of_context', /hardly more in it than a name/],
    ['conventions!', 'password_of_context', /hardly more in it than a name/],
  ])('%j is refused', (password, code, message) => {
    expect(() => checkPasswordRules(password, 'ada.lovelace')).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  test.each([
    'eight 88',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    'é'.repeat(500),
    'with spaces: and colons',
    'lille in the rain',
    'adamantly',
    '# Permission is hereby granted',
    '%e2%82%a',
  ])('%j is fine', (password) => {
    expect(() => checkPasswordRules(password, 'ada.lovelace')).not.toThrow();
  });
});

test('More than the 3,000 passwords of eight characters that are tried first are refused, and each could be typed', async () => {
  const folder = path.join(import.meta.dirname, '../src/password');
  const lines = (await readFile(path.join(folder, 'common-passwords.txt'), 'utf8')).trim().split('\n');
  const passwords = lines.filter((line) => !line.startsWith('#'));

  expect(passwords.length).toBeGreaterThan(15_000);
  for (const password of passwords) {
    expect(password).toBe(password.toLowerCase());
    expect(password.length).toBeGreaterThanOrEqual(minPasswordCharacters);
  }
  for (const password of [passwords[0], passwords.at(-1), 'motdepasse', 'azertyuiop'])
    expect(() => checkPasswordRules(password ?? '')).toThrow(
      expect.objectContaining({ code: 'password_too_common' }),
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

describe('messages', () => {
  test('Both languages have the same places for values', () => {
    const places = (text: string) => text.match(/\{\w+\}/g) ?? [];
    for (const { en, fr } of Object.values({ ...AccountRuleError.messages, ...SignInError.messages }))
      expect(places(fr)).toEqual(places(en));
  });

  test('A broken rule says its values in either language, and what it is about', () => {
    const error = new AccountRuleError('password_too_short', { minCharacters: 8 });
    expect(error.message).toBe('This password is too short. It must contain at least 8 characters.');
    expect(error.sentence('fr')).toBe(
      'Ce mot de passe est trop court. Il doit contenir au minimum 8 caractères.',
    );
    expect(error.subject).toBe('password');
  });
});
