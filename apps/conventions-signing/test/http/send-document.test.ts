import { createTestDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { openDatabase } from '../../src/data/open-database.ts';
import { answerProblem } from '../../src/http/answer/answer-problem.ts';
import { sendPdf } from '../../src/http/answer/send-document.ts';

test('Given a document that is erased once it was found, When it is sent, Then it is to be asked for again, and nothing is said of a file', async () => {
  const testDatabase = await createTestDatabase('conventions-signing');
  const db = openDatabase(testDatabase.url, () => {});
  const document = { id: 2_000_000_000, sha256: 'a'.repeat(64), size: 100 };
  const app = express()
    .disable('etag')
    .get('/', (asked, response) => sendPdf(asked, response, { db, document, filename: 'a.pdf' }))
    .use(answerProblem);

  const { headers, body } = await request(app).get('/').expect(503);

  expect(body.detail).toBe('the document was replaced or erased while it was asked for; ask again');
  expect([headers['content-type'], headers['content-disposition'], headers.etag]).toEqual([
    'application/problem+json; charset=utf-8',
    undefined,
    undefined,
  ]);
  await db.close();
});
