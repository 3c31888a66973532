import { expect, test } from '@jest/globals';
import { formText, formTexts, isTicked } from '../src/form-text.ts';
import { newPasswordIn } from '../src/password/new-password.ts';

const ways = ['generated', 'typed', 'none'] as const;

test('A field of a form is read as it was typed, of a repeated one the last', () => {
  const body = { name: ' Ada ', ids: ['1', '2'], box: 'true', deep: [{ a: 1 }] };
  expect(formText({ body }, 'name')).toBe(' Ada ');
  expect(formText({ body }, 'ids')).toBe('2');
  expect(formTexts({ body }, 'ids')).toEqual(['1', '2']);
  expect([isTicked({ body }, 'box'), isTicked({ body }, 'name')]).toEqual([true, false]);
  for (const name of ['none', 'deep', 'toString']) expect(formText({ body }, name)).toBe('');
  expect(formText({ body: undefined }, 'name')).toBe('');
});

test('A password that was typed twice is taken with the blanks in it', () => {
  const body = { way: 'typed', password: ' long enough ', repeated: ' long enough ' };
  const given = newPasswordIn({ body }, { ways, username: 'adalovelace', language: 'en' });
  expect(given).toEqual({ way: 'typed', password: ' long enough ', isGenerated: false, problems: {} });
});

test.each([
  [{ way: 'typed', password: 'short', repeated: 'short' }, 'password', /au minimum 8 caractères/],
  [{ way: 'typed', password: 'AdaLovelace', repeated: 'AdaLovelace' }, 'password', /guère plus qu'un nom/],
  [{ way: 'typed', password: 'plateforme1', repeated: 'plateforme1' }, 'password', /guère plus qu'un nom/],
  [{ way: 'typed', password: 'long enough', repeated: 'long enougH' }, 'repeated', /pas identiques/],
  [{ way: 'else', password: 'long enough', repeated: 'long enough' }, 'way', /d’où vient/],
])('What is wrong with %j is told beside %s', (body, field, sentence) => {
  const { problems } = newPasswordIn({ body }, { ways, username: 'adalovelace', language: 'fr' });
  expect(problems).toEqual({ [field]: [expect.stringMatching(sentence)] });
});

test('An account without a password is made only where that is offered', () => {
  const body = { way: 'none' };
  expect(newPasswordIn({ body }, { ways, username: 'adalovelace', language: 'en' })).toMatchObject({
    password: undefined,
    problems: {},
  });
  const { problems } = newPasswordIn(
    { body },
    { ways: ['generated', 'typed'], username: 'adalovelace', language: 'en' },
  );
  expect(problems).toHaveProperty('way');
});

test('Each password that is generated is another one', () => {
  const body = { way: 'generated' };
  const [one, other] = [1, 2].map(() =>
    newPasswordIn({ body }, { ways, username: 'adalovelace', language: 'en' }),
  );
  expect(one).toMatchObject({ isGenerated: true, password: expect.any(String), problems: {} });
  expect(one?.password).not.toBe(other?.password);
});
