import { expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { atFirstRequest } from '../src/index.ts';

const greeting: RequestHandler = (_request, response) => {
  response.send('hello');
};

test('What handles requests is loaded by the first, once for all that come meanwhile', async () => {
  let loads = 0;
  const app = express().use(
    atFirstRequest(async () => {
      loads += 1;
      return greeting;
    }),
  );
  expect(loads).toBe(0);

  const answers = await Promise.all([1, 2, 3].map(() => request(app).get('/')));
  answers.push(await request(app).get('/'));

  expect(answers.map(({ text }) => text)).toEqual(['hello', 'hello', 'hello', 'hello']);
  expect(loads).toBe(1);
});

test('Given a load that fails, Then that request fails, and the next one loads again', async () => {
  const loads = [Promise.reject(new Error('no memory')), Promise.resolve(greeting)];
  const app = express()
    .set('env', 'test')
    .use(atFirstRequest(() => loads.shift() ?? Promise.resolve(greeting)));

  expect(await request(app).get('/')).toMatchObject({ status: 500 });
  expect(await request(app).get('/')).toMatchObject({ status: 200, text: 'hello' });
});
