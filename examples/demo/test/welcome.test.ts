import { describe, expect, test } from '@jest/globals';
import { tourSteps, welcome } from '../src/welcome.ts';

const given = {
  serviceUrl: 'http://127.0.0.1:8081',
  signingApplicationUrl: 'http://127.0.0.1:8083',
  tokens: {
    public: 'token-of-the-vendor',
    management: 'token-of-the-institution',
    webhook: 'token-of-the-webhook',
  },
  agreementId: 7,
};

describe('welcome', () => {
  test('it says where the two APIs and the signing application are', () => {
    const text = welcome(given);

    expect(text).toContain('http://127.0.0.1:8081/public/swagger-ui.html');
    expect(text).toContain('http://127.0.0.1:8081/api/swagger-ui.html');
    expect(text).toContain('http://127.0.0.1:8083/');
  });

  test('it sets the shell variable TOKEN on a line of its own, before the first command', () => {
    const lines = welcome(given).split('\n');

    const setting = lines.indexOf('TOKEN=token-of-the-institution');
    const firstCommand = lines.findIndex((line) => line.includes('curl'));
    expect(setting).toBeGreaterThan(-1);
    expect(setting).toBeLessThan(firstCommand);
  });

  test('it shows exactly three commands: send, watch, download', () => {
    const commands = welcome(given)
      .split('\n')
      .filter((line) => line.includes('curl'))
      .map((line) => line.trim());

    expect(commands).toEqual([
      'curl -sS -w \'\\n\' -H "Authorization: Bearer $TOKEN" -X POST http://127.0.0.1:8081/api/conventions/7/signature',
      'curl -sS -w \'\\n\' -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8081/api/conventions/7',
      'curl -sS -w \'\\n\' -H "Authorization: Bearer $TOKEN" -f -o signed.pdf http://127.0.0.1:8081/api/conventions/7/signed-pdf',
    ]);
    expect(commands).toEqual(tourSteps(given).map(({ command }) => command));
  });

  test('it keeps the webhook token to itself: nobody types it', () => {
    expect(welcome(given)).not.toContain(given.tokens.webhook);
  });
});
