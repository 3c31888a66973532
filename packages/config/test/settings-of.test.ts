import { describe, expect, test } from '@jest/globals';
import { ConfigurationError, settingsOf } from '../src/index.ts';
import { givenService } from './service.ts';

describe('settingsOf', () => {
  test('Given nothing set, Then there are no names, whatever else the environment holds', async () => {
    expect(
      settingsOf(await givenService({ env: { PATH: '/bin', SERVER_COLOUR: 'red', SERVER_PORT: '' } })),
    ).toEqual([]);
  });

  test('Given file and environment, Then the names of both are there, even when they would be refused', async () => {
    const here = 'appli.tokens=a\nserver.port=\nserver.port=nonsense\n';
    const env = { WEBHOOK_URI: 'nonsense', WEBHOOK_COLOUR: 'red', SERVER_BASE_URL: 'x', SERVER_PORT: '1' };

    expect(settingsOf(await givenService({ here, env }))).toEqual([
      'appli.tokens',
      'server.base-url',
      'server.port',
      'webhook.colour',
      'webhook.uri',
    ]);
  });

  test('Given variables with the name of the service in front, Then they count as the parameters that they set', async () => {
    const env = { DEMO_SERVER_PORT: '1', DEMO_WEBHOOK_COLOUR: 'red', DEMO_SERVICE_HOST: '::1' };

    expect(settingsOf(await givenService({ env }))).toEqual(['server.port', 'webhook.colour']);
  });

  test('Given a file that is not there, Then it is refused rather than taken for nothing set', async () => {
    const source = await givenService({ env: { CONFIG_FILE: 'gone.properties' } });

    expect(() => settingsOf(source)).toThrow(ConfigurationError);
  });
});
