import { eventually, startMailServer } from '@campus/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { openMailServer } from '../src/open-mail-server.ts';

const server = await startMailServer();
afterAll(() => server.stop());
afterEach(() => {
  server.instead = undefined;
});

const message = {
  from: { name: 'Signing office', address: 'signing@university.example' },
  to: { name: '', address: 'ada@university.example' },
  subject: 'Test message',
  date: new Date('2026-11-23T06:00:00Z'),
  messageId: '<4b0d9d4e@university.example>',
  headers: {},
  text: 'Hello',
  html: '<p>Hello</p>',
};

const open = (login?: { user: string; password: string }) =>
  openMailServer({ host: '127.0.0.1', port: server.port, login, tls: 'none' });

const nobody = new AbortController().signal;

describe('A mail server', () => {
  test.each([
    ['refuses the sender', 'MAIL', '550 5.7.1 not you', true, '550 5.7.1 not you'],
    ['refuses the recipient', 'RCPT', '550 5.1.1 <ada@university.example>?', true, '550 5.1.1 <…>?'],
    ['wants the recipient later', 'RCPT', '450 4.2.1 later', false, '450 4.2.1 later'],
    ['wants no message now', 'DATA', '452 4.3.1 full', false, '452 4.3.1 full'],
    ['refuses the message', '.', '554 5.6.0 no', true, '554 5.6.0 no'],
    ['wants the message later', '.', '451 4.3.0 later', false, '451 4.3.0 later'],
    ['goes away before the message', 'DATA', null, false, 'onnection'],
    ['goes away in the message', 'Message-ID', null, false, 'ECONN'],
    ['goes away after the message', '.', null, false, 'onnection'],
  ] as const)('that %s is told apart', async (_what, verb, answer, isForGood, reason) => {
    server.instead = (line) =>
      line === verb || line.startsWith(`${verb}:`) || line.startsWith(`${verb} `) ? answer : undefined;

    expect(await open()(message, nobody)).toEqual({ isForGood, reason: expect.stringContaining(reason) });
  });

  test('that does not answer is left when the service stops', async () => {
    const asked: string[] = [];
    server.instead = (line) => {
      asked.push(line);
      return '';
    };
    const stopping = new AbortController();
    const sending = open()(message, stopping.signal);
    const ended = expect(sending).rejects.toThrow('stopping');
    await eventually(() => asked.length > 0);

    stopping.abort(new Error('stopping'));

    await ended;
  });

  test.each(['PLAIN', 'LOGIN'])(
    'that repeats what AUTH %s has sent gives no password away',
    async (method) => {
      const [user, password] = ['ada', 'Secret of the mail server'];
      server.instead = (line) => {
        if (line.startsWith('EHLO')) return `250-mail.example\r\n250 AUTH ${method}`;
        if (line === 'AUTH LOGIN') return '334 VXNlcm5hbWU6';
        if (line === Buffer.from(user).toString('base64')) return '334 UGFzc3dvcmQ6';
        return `535 5.7.8 wrong: ${line} (${password}, ${Buffer.from(line, 'base64')})`;
      };

      const failure = await open({ user, password })(message, nobody);

      expect(failure).toEqual({ isForGood: false, reason: expect.stringContaining('535 5.7.8 wrong: ') });
      expect(failure?.reason).not.toContain('Secret');
      for (const before of ['', '1', '12', `\0${user}\0`]) {
        const sent = Buffer.from(before + password).toString('base64');
        expect(failure?.reason).not.toContain(sent.slice(4, 20));
      }
    },
  );
});
