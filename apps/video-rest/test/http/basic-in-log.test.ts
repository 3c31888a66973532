import { expect, test } from '@jest/globals';
import pino from 'pino';
import { basic, givenUser } from '../support/accounts.ts';
import { useService } from '../support/service.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
const service = useService({ secondFactorFromRole: 'staff' }, { log });

/** What the log says of sign-ins by such requests, and by whose they are. */
async function toldOf(...requests: [username: string, password: string][]) {
  const ids: unknown[] = [];
  for (const [username, password] of requests) {
    const { headers } = await service.as({ Authorization: basic(username, password) }).get('/rest/');
    ids.push(headers['x-request-id']);
  }
  return lines
    .filter(({ reqId, by }) => by !== undefined && ids.includes(reqId))
    .map(({ msg, by, account, why }) => ({ msg, by, account, why }));
}

test('A sign-in by HTTP Basic is in the log once while its program goes on asking', async () => {
  const { username, password } = await givenUser(service.db);

  expect(await toldOf([username, password], [username, password], [username, password])).toEqual([
    { msg: 'somebody has signed in', by: 'basic', account: username },
  ]);
});

test('Each wrong password by HTTP Basic is in the log, with the name where there is such an account', async () => {
  const { username } = await givenUser(service.db);
  const refused = { msg: 'a sign-in was refused', by: 'basic' };

  expect(
    await toldOf([username, 'wrong 1'], [username, 'wrong 2'], [`typed-as-a-name-of-${username}`, 'wrong 3']),
  ).toEqual([{ ...refused, account: username }, { ...refused, account: username }, refused]);
});

test('A right password that is no way around the second factor is in the log as refused, with why', async () => {
  const { username, password } = await givenUser(service.db, { isStaff: true });

  expect(await toldOf([username, password])).toEqual([
    { msg: 'a sign-in was refused', by: 'basic', account: username, why: 'second_factor' },
  ]);
});
