import { expect, test } from '@jest/globals';
import { describeConfiguration, loadConfiguration } from '../src/index.ts';
import { givenService, parameters } from './service.ts';

test('Every parameter has its row, and a secret shows only that it is set', async () => {
  const source = await givenService({ here: 'webhook.token=s3cret\n', env: { SERVER_PORT: '9000' } });

  const rows = describeConfiguration(parameters, loadConfiguration(source));

  expect(rows.map((row) => [row.name, row.default, row.origin, row.value])).toEqual([
    ['appli.public.tokens', '', 'default', ''],
    ['webhook.uri', '', 'default', ''],
    ['webhook.token', '', 'demo.properties line 1', '(secret)'],
    ['server.base-url', '', 'default', ''],
    ['server.port', '8081', 'environment variable SERVER_PORT', '9000'],
    ['greeting', 'hello', 'default', 'hello'],
  ]);
  expect(rows[4]?.meaning).toBe('port to listen on');
});

test('Of an address, the values of its query are masked: one of them may be a key', async () => {
  const source = await givenService({
    here: 'webhook.uri=https://sign.example/start?tenant=a&key=S3CRET=?x\n',
  });

  const rows = describeConfiguration(parameters, loadConfiguration(source));

  expect(rows[1]?.value).toBe('https://sign.example/start?tenant=***&key=***');
});
