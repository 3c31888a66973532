import { expect, test } from '@jest/globals';
import { basic, givenUser as givenUserWithPassword } from '../support/accounts.ts';
import { useService } from '../support/service.ts';

const service = useService({ trustedProxies: [] });

test('Given no proxy is trusted, Then a client that makes up addresses is throttled like any other', async () => {
  const { username, password } = await givenUserWithPassword(service.db);
  const statusFrom = async (address: string, guess: string) => {
    const client = service.as({ 'X-Forwarded-For': address, Authorization: basic(username, guess) });
    return (await client.get('/rest/')).status;
  };

  const statuses = [];
  for (let guess = 0; guess < 10; guess += 1)
    statuses.push(await statusFrom(`203.0.113.${guess}`, `guess ${guess}`));

  expect(statuses).toEqual(Array(10).fill(401));
  expect(await statusFrom('203.0.113.99', password)).toBe(429);
});
