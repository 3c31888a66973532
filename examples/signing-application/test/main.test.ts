import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { readConfiguration } from '../src/configuration.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const complete = { WEBHOOK_TOKEN: 'webhook-token', ACCESS_TOKEN: 'access-token' };

function startMain(env: Record<string, string>) {
  return fork(main, [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

describe('The configuration', () => {
  test('has defaults for everything but the tokens', () => {
    expect(readConfiguration({ ...complete, PORT: '' })).toEqual({
      webhookToken: 'webhook-token',
      accessToken: 'access-token',
      apiBaseUrl: 'http://127.0.0.1:8081',
      host: '127.0.0.1',
      port: 8083,
      secondsBetweenSignatures: 0.5,
      refusedCalls: new Map(),
    });
  });

  test('names every problem in one message', () => {
    expect(() =>
      readConfiguration({
        API_BASE_URL: 'localhost',
        PORT: '80830',
        SECONDS_BETWEEN_SIGNATURES: 'soon',
        REFUSED_CALLS: 'conventions/1:403, 7:200',
      }),
    ).toThrow(
      [
        'The signing application cannot start:',
        '- API_BASE_URL must be an http or https address, got "localhost"',
        '- WEBHOOK_TOKEN is not set: the token that the webhook call must carry',
        "- ACCESS_TOKEN is not set: a token of the institution's public API",
        '- PORT must be a port number, got "80830"',
        '- SECONDS_BETWEEN_SIGNATURES must be a number of seconds from 0 to 3600, got "soon"',
        '- REFUSED_CALLS must be a list such as "conventions/7:403,avenants/2:503", got " 7:200"',
      ].join('\n'),
    );
  });
});

describe('The program', () => {
  test('refuses to start without its tokens, with one message', async () => {
    const program = startMain({});
    const errors = text(program.stderr ?? process.stdin);
    expect(await once(program, 'exit')).toEqual([1, null]);
    expect(await errors).toMatch(
      /^The signing application cannot start:\n- WEBHOOK_TOKEN.*\n- ACCESS_TOKEN.*\n$/,
    );
  });

  test.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
    'tells when it is ready, and stops on %s',
    async (how) => {
      const program = startMain({ ...complete, PORT: '0' });
      const output = text(program.stdout ?? process.stdin);
      const [message] = await once(program, 'message');
      expect(message).toMatchObject({ ready: true });
      expect((await fetch(message.url)).status).toBe(200);
      const exit = once(program, 'exit');
      if (how === 'disconnect') program.disconnect();
      else program.kill(how);
      expect(await exit).toEqual([0, null]);
      expect(await output).toBe(`Sample signing application: ${message.url}/webhook\n`);
    },
  );
});
