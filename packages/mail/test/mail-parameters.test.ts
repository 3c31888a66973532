import { describe, expect, test } from '@jest/globals';
import { mailSender, smtpUrl } from '../src/mail-parameters.ts';

const ada = { user: 'ada', password: 'se:cr/et' };

describe('The parameter smtp.url', () => {
  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, login: undefined, tls: 'offered' }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, login: undefined, tls: 'at-once' }],
    ['smtp://mail.example:25/', { host: 'mail.example', port: 25, login: undefined, tls: 'offered' }],
    [
      'smtp://ada:se%3Acr%2Fet@mail.example',
      { host: 'mail.example', port: 587, login: ada, tls: 'required' },
    ],
    [
      'smtps://ada:se%3Acr%2Fet@mail.example',
      { host: 'mail.example', port: 465, login: ada, tls: 'at-once' },
    ],
    ['smtp://localhost:25', { host: 'localhost', port: 25, login: undefined, tls: 'none' }],
    ['smtp://[::1]:25', { host: '::1', port: 25, login: undefined, tls: 'none' }],
    ['smtp://ada:se%3Acr%2Fet@127.0.0.1', { host: '127.0.0.1', port: 587, login: ada, tls: 'required' }],
  ])('%s is a mail server', (text, server) => {
    expect(smtpUrl(text)).toEqual(server);
  });

  test.each([
    'mail.example',
    'http://mail.example',
    'smtp:mail.example',
    'smtp://',
    'smtp://mail.example/inbox',
    'smtp://mail.example?tls=off',
    'smtp://mail.example#x',
    'smtp://ada@mail.example',
    'smtp://:secret@mail.example',
    'smtp://ada:%zz@mail.example',
    'smtp://ada:a%0d%0ab@mail.example',
    'smtp://mail example',
    'smtp://mail.example:99999',
  ])('%s is refused', (text) => {
    expect(() => smtpUrl(text)).toThrow('must be smtp://');
  });
});

describe('The parameter mail.from', () => {
  test.each([
    ['signing@university.example', { name: '', address: 'signing@university.example' }],
    [
      ' Bureau des stages <signing@university.example> ',
      { name: 'Bureau des stages', address: 'signing@university.example' },
    ],
  ])('%s is a sender', (text, sender) => {
    expect(mailSender(text)).toEqual(sender);
  });

  test.each(['', 'signing', 'a@b@c', 'x <a@university.example', 'x\r\nBcc: y <a@university.example>', '<>'])(
    '%j is refused',
    (text) => {
      expect(() => mailSender(text)).toThrow('must be a mail address');
    },
  );
});
