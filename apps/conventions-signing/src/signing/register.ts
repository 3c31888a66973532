import { insertDocument } from '../data/documents.ts';
import { addToHistory, type Change } from '../data/history.ts';
import { insertSignable } from '../data/signables.ts';
import type { SignableRecord } from '../data/whole-record.ts';
import type { Scope } from '../domain/scope.ts';
import type { Registration, SignableRef } from '../domain/signable.ts';
import { lockOrRefuse } from './change-record.ts';
import { refuseOutOfScope, refuseTakenReference } from './conditions.ts';
import { beginRound, type CallDeps } from './enter-signing.ts';
import { searchTextOf } from './fold-text.ts';
import { type InspectionDeps, inspectOrRefuse } from './inspect-or-refuse.ts';
import { once, type Repeatable } from './once.ts';

/** What is to be registered: an agreement, or an amendment to `agreement`. */
interface RegistrationRequest {
  agreement?: SignableRef | undefined;
  registration: Registration;
  actor: string;
  /** Of the actor: the record must be in it. */
  scope: Scope;
}

/**
 * Registers a document to be signed, as a draft. An amendment for which no department is named has that of its agreement.
 *
 * @throws SigningError  `not_a_pdf`, `encrypted_pdf`, `pdf_too_complex`, `signable_not_found` (the
 *   agreement), `reference_taken`, `out_of_scope`, `idempotency_key_reused`
 */
export function register<Answer>(
  deps: InspectionDeps,
  request: RegistrationRequest & Repeatable<SignableRecord, Answer>,
): Promise<Answer> {
  return registering(deps, request, { asked: {}, finish: async (_change, record) => record });
}

/**
 * Registers a document and sends it for signature, in one transaction: there is no draft that was to be sent and was
 * not.
 *
 * @throws SigningError  as `register`
 */
export function registerAndSend<Answer>(
  deps: InspectionDeps & CallDeps,
  request: RegistrationRequest & Repeatable<SignableRef, Answer>,
): Promise<Answer> {
  return registering(deps, request, {
    asked: { send: true },
    async finish(change, { kind, number }) {
      await beginRound(deps, change, await lockOrRefuse(change.tx, { kind, number }));
      return { kind, number };
    },
  });
}

async function registering<Result, Answer>(
  deps: InspectionDeps,
  { agreement, registration, actor, scope, ...repeatable }: RegistrationRequest & Repeatable<Result, Answer>,
  { asked, finish }: { asked: object; finish: (change: Change, record: SignableRecord) => Promise<Result> },
): Promise<Answer> {
  const { metadata, own, pdf } = registration;
  await inspectOrRefuse(deps, pdf, { caller: actor });
  // Left out where there is none: what was asked before departments is the same when it is asked again.
  const department = own.department ?? undefined;
  const all = { metadata, ...own, department, sha256: pdf.sha256, ...asked };
  const writing = once(deps, { asked: all, ...repeatable }, async (tx) => {
    const change = { tx, at: deps.now(), actor };
    const record = await insertDraft(change, { agreement, registration, scope });
    return { signableId: record.id, result: await finish(change, record) };
  });
  return refuseTakenReference(writing);
}

async function insertDraft(
  change: Change,
  { agreement, registration, scope }: Pick<RegistrationRequest, 'agreement' | 'registration' | 'scope'>,
): Promise<SignableRecord> {
  const { tx } = change;
  const { metadata, pdf } = registration;
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  const changed = agreement === undefined ? null : await lockOrRefuse(tx, agreement, { scope });
  const agreementId = changed?.id ?? null;
  const own = { ...registration.own, department: registration.own.department ?? changed?.department ?? null };
  refuseOutOfScope(scope, { ...own, ...metadata });
  const documentId = await insertDocument(tx, pdf);
  const content = { metadata, own, searchText: searchTextOf(metadata, own), documentId };
  const inserted = await insertSignable(tx, { kind, agreementId, ...content });
  const document = { sha256: pdf.sha256, size: pdf.bytes.byteLength };
  const registered = addToHistory(change, {
    signableId: inserted.id,
    event: 'registered',
    detail: document,
  });
  return {
    ...newDraft,
    ...metadata,
    ...own,
    ...inserted,
    kind,
    documentId,
    document,
    updatedAt: registered.at > inserted.createdAt ? registered.at : inserted.createdAt,
    agreement: agreement === undefined ? null : { number: agreement.number },
    history: { results: [registered], before: null },
  };
}

/** What every draft is that was just registered. */
const newDraft = {
  state: 'draft',
  lastRound: 0,
  round: 0,
  roundStartedAt: null,
  dueOn: null,
  signedOutside: false,
  signedAt: null,
  refusal: null,
  amendments: [],
  deposits: [],
  deliveries: [],
} satisfies Partial<SignableRecord>;
