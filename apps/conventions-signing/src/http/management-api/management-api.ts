import { randomBytes } from 'node:crypto';
import type { FindToken } from '@campus/auth';
import { settleInstanceKey } from '@campus/database';
import { createFollowers, type PageAsked } from '@campus/feed';
import express, { type Router } from 'express';
import { findChanges } from '../../data/changes.ts';
import { findChainEnd } from '../../data/ledger.ts';
import type { Scope } from '../../domain/scope.ts';
import { signableKinds } from '../../domain/signable.ts';
import { type SealingDeps, sealTogether } from '../../ledger/keep-sealing.ts';
import { apiPaths, segments } from '../../wire/api-addresses.ts';
import { answerProblem } from '../answer/answer-problem.ts';
import { letInBearer } from '../answer/let-in-bearer.ts';
import { notFound } from '../answer/not-found.ts';
import { mountCalls, type Tagged } from '../calls/call.ts';
import { type DocumentOptions, documentOf, kindTags } from '../calls/document.ts';
import { deliveryInScope, recordInScope, scopeOf } from '../scope/scope.ts';
import { changeCalls } from './change-calls.ts';
import { deliveryCalls } from './delivery-calls.ts';
import { createStillOpen, type ManagementDeps } from './management-call.ts';
import { operationCalls } from './operation-calls.ts';
import { listCalls, recordCalls } from './record-calls.ts';
import { signingCalls } from './signing-calls.ts';

export interface ManagementApiDeps
  extends Omit<ManagementDeps, 'isStillOpen' | 'followers' | 'cursorKey'>,
    SealingDeps {
  managementTokens: readonly string[];
  /** Finds tokens that are records. */
  findManagementToken: FindToken;
}

const tagged: readonly Tagged<ManagementDeps>[] = [
  ...signableKinds.map((kind) => ({
    ...kindTags[kind],
    calls: [...listCalls(kind), ...recordCalls(kind), ...signingCalls(kind)],
  })),
  { tag: 'Changes', about: 'What happens to all records, to be followed.', calls: changeCalls },
  { tag: 'Deliveries', about: 'Calls to the signing application.', calls: deliveryCalls },
  { tag: 'Operations', about: 'What is done to many records at once.', calls: operationCalls },
];

/** The routes of the institution's own application, for agreements and amendments alike. */
export function managementApi(deps: ManagementApiDeps): Router {
  const router = express.Router();
  router.use(
    letInBearer({
      realm: 'conventions-signing management API',
      tokens: deps.managementTokens,
      find: deps.findManagementToken,
    }),
    // Who is not let in is answered before any other route is looked at.
    answerProblem,
  );
  for (const kind of signableKinds)
    router.use(`/${segments[kind]}/:id`, recordInScope({ ...deps, kind, scopeOf }));
  router.use('/deliveries/:id', deliveryInScope({ ...deps, scopeOf }));
  mountCalls(router, tagged, {
    ...deps,
    isStillOpen: createStillOpen(deps),
    followers: createFollowers({
      settle: sealTogether(deps),
      findEnd: () => findChainEnd(deps.db.pool),
      find: (asked: PageAsked<Scope>) => findChanges(deps.db.pool, asked),
    }),
    cursorKey: () => settleInstanceKey(deps.db, { name: 'change-cursors', proposal: randomBytes(32) }),
  });
  router.use(notFound);
  return router;
}

/** The OpenAPI document of the management API. */
export function managementDocument(options: DocumentOptions) {
  return documentOf(
    tagged,
    {
      mount: apiPaths.api,
      title: 'Internship agreement signing: management API',
      description: `For the institution's own application: register documents, send them for signature, see where each stands.

\`Idempotency-Key\` (1 to 255 visible ASCII characters) makes registering, sending, restoring, redelivering and operations safe to repeat for 24 hours: the same key gets the first answer.`,
      tokenParameter: 'appli.management.tokens',
    },
    options,
  );
}
