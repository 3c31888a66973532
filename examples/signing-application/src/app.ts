/** The two addresses of this application: the webhook, and a look at what it has done. */
import { verifyWebhook, WebhookRefused } from '@campus/signing-client';
import express, { type Express } from 'express';
import { showRef } from './document.ts';
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
  app.get('/webhook', async (request, response) => {
    response.set('Cache-Control', 'no-store').type('text/plain');
    const call = await verifyWebhook(request, webhookToken).catch((error) => {
      if (error instanceof WebhookRefused) return error;
      throw error;
    });
    if (call instanceof WebhookRefused) {
      if (call.status === 401) response.set('WWW-Authenticate', 'Bearer');
      response.status(call.status).send(call.message);
      return;
    }
    const { deliveryId, ...ref } = call;
    const refusal = refusedCalls.get(showRef(ref));
    if (refusal !== undefined) {
      response.status(refusal).send('This application was told to refuse calls for this document.');
      return;
    }
    // Answered first, worked on afterwards: the caller waits for nothing but the reference.
    response.send(rounds.begin(ref, deliveryId).reference);
  });

  app.get('/', (_request, response) => {
    response.json({ application: 'Sample signing application', rounds: rounds.list() });
  });

  return app;
}
