/** The two addresses of this application: the webhook, and a look at what it has done. */
import express, { type Express } from 'express';
import { showRef } from './document.ts';
import { hasToken } from './has-token.ts';
import { readWebhookQuery } from './read-webhook-query.ts';
import type { Rounds } from './rounds.ts';

/**
 * @param options.webhookToken  what the institution's service must present
 * @param options.refusedCalls  see `Configuration`
 */
export function buildApp({
  webhookToken,
  refusedCalls,
  rounds,
}: {
  webhookToken: string;
  refusedCalls: ReadonlyMap<string, number>;
  rounds: Rounds;
}): Express {
  const app = express().disable('x-powered-by');

  // A GET that acts: the contract says so (§4). Nothing may answer it from a cache.
  app.get('/webhook', (request, response) => {
    response.set('Cache-Control', 'no-store').type('text/plain');
    if (!hasToken(request.get('Authorization'), webhookToken)) {
      response.status(401).set('WWW-Authenticate', 'Bearer').send('A valid bearer token is required.');
      return;
    }
    const ref = readWebhookQuery(new URL(request.originalUrl, 'http://local').searchParams);
    if (ref === undefined) {
      response.status(400).send('Give exactly one of conventionid=<id> and avenantid=<id>.');
      return;
    }
    const refusal = refusedCalls.get(showRef(ref));
    if (refusal !== undefined) {
      response.status(refusal).send('This application was told to refuse calls for this document.');
      return;
    }
    // Answered first, worked on afterwards: the caller waits for nothing but the reference.
    response.send(rounds.begin(ref, request.get('X-Delivery-Id')).reference);
  });

  app.get('/', (_request, response) => {
    response.json({ application: 'Sample signing application', rounds: rounds.list() });
  });

  return app;
}
