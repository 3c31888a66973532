import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import express from 'express';
import { apiReference } from '../src/index.ts';

test('Everything of the reference passes what comes before it, and nothing else below the mount does', async () => {
  const app = express();
  const document = { openapi: '3.1.0', info: { title: 'An API' } };
  app.use(
    '/api',
    apiReference(() => document, { before: [(_request, response) => void response.status(401).end()] }),
  );
  app.use((_request, response) => void response.status(204).end());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const statusOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/${path}`)).status;

  const guarded = [
    'swagger-ui.html',
    'Swagger-UI.html',
    'api-docs',
    'api-reference.css',
    'swagger-ui-init.js',
  ];
  const statuses = await Promise.all([...guarded, 'swagger-ui-bundle.js.map', 'things/'].map(statusOf));
  server.close();

  expect(statuses).toEqual([401, 401, 401, 401, 401, 204, 204]);
});
