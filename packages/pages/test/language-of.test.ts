import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { languageOf } from '../src/index.ts';

const server = createServer(
  express().get('/', (request, response) => {
    response.send(languageOf(request, 'fr'));
  }),
);
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
});

afterAll(() => {
  server.close();
});

test.each([
  ['en-GB,en;q=0.9,fr;q=0.1', 'en'],
  ['de, en;q=0.5', 'en'],
  ['de', 'fr'],
  ['*', 'fr'],
  ['fr;q=0, en;q=0.1', 'en'],
])('Given "Accept-Language: %s" and French by default, Then the language is %s', async (header, language) => {
  const answer = await fetch(url, { headers: { 'Accept-Language': header } });

  expect(await answer.text()).toBe(language);
});
