import { withQuery } from '@campus/pages';
import type { SignableKind, SignableRef } from '../signing/signable.ts';
import type { AccountOutcome } from './console/accounts/account-words.ts';
import type { Outcome } from './console/actions/action-words.ts';

/** The contract's words for the kinds: in paths, and as the names under which the console's lists send what is ticked. */
export const segments = { agreement: 'conventions', amendment: 'avenants' } as const;

/** Where the doors of this service are mounted; routers name what is below by patterns of their own. */
export const paths = {
  /** What signing applications see without a token: the reference of their API, and the problems. */
  public: '/public',
  publicApi: '/public/api',
  api: '/api',
  /** The pages for people, all below one path, for the web server's range of addresses. */
  console: '/console',
  /** Sign-in, sign-out and one's own account. */
  own: '/console/account',
  accounts: '/console/accounts',
  deliveries: '/console/deliveries',
  assets: '/console/static',
} as const;

/** What there is one of. */
export const addresses = {
  publicReference: `${paths.public}/swagger-ui.html`,
  problems: `${paths.public}/problems`,
  /** The calls to the signing application, in the API. */
  apiDeliveries: `${paths.api}/deliveries`,
  /** The first page of the console. */
  home: `${paths.console}/`,
  homeLive: `${paths.console}/live/`,
  newAgreement: `${paths.console}/${segments.agreement}/new/`,
  /** Where the lists post what was ticked, under the name `conventions` or `avenants`. */
  sendMany: `${paths.console}/send/`,
  deliveries: `${paths.deliveries}/`,
  deliveriesLive: `${paths.deliveries}/live/`,
  accounts: `${paths.accounts}/`,
  newAccount: `${paths.accounts}/new/`,
  /** What was done to the accounts. */
  accountHistory: `${paths.accounts}/history/`,
} as const;

/** Where an error code is explained; the `type` of a problem document. */
export function problemAddress(code: string): string {
  return `${addresses.problems}#${code}`;
}

/** A kind as signing applications see it, and one record of it. */
export function publicApiListAddress(kind: SignableKind): string {
  return `${paths.publicApi}/${segments[kind]}`;
}

export function publicApiAddress({ kind, number }: SignableRef): string {
  return `${publicApiListAddress(kind)}/${number}`;
}

/** A kind as the institution's application sees it, and one record of it. */
export function apiListAddress(kind: SignableKind): string {
  return `${paths.api}/${segments[kind]}`;
}

export function apiAddress({ kind, number }: SignableRef): string {
  return `${apiListAddress(kind)}/${number}`;
}

/** The list of a kind in the console. */
export function listAddress(kind: SignableKind): string {
  return `${paths.console}/${segments[kind]}/`;
}

export function listLiveAddress(kind: SignableKind): string {
  return `${listAddress(kind)}live/`;
}

/** The page of one record. */
export function recordAddress({ kind, number }: SignableRef): string {
  return `${listAddress(kind)}${number}/`;
}

/** The same page, which says what has just been done. */
export function outcomeAddress(ref: SignableRef, outcome: Outcome): string {
  return withQuery(recordAddress(ref), { done: outcome });
}

export function recordLiveAddress(ref: SignableRef): string {
  return `${recordAddress(ref)}live/`;
}

/** Where a page about doing something with a record stands, and its form is posted. */
export function recordActionAddress(
  ref: SignableRef,
  action: 'send' | 'take-back' | 'signed-outside' | 'edit',
): string {
  return `${recordAddress(ref)}${action}/`;
}

export function newAmendmentAddress(agreement: SignableRef): string {
  return `${recordAddress(agreement)}${segments.amendment}/new/`;
}

/** What happened to a record, from the newest; with `before`, what happened earlier than that. */
export function historyAddress(ref: SignableRef, before?: string): string {
  return withQuery(`${recordAddress(ref)}history/`, { before });
}

/** The document as it was registered, for the browser's PDF viewer. */
export function documentAddress(ref: SignableRef): string {
  return `${recordAddress(ref)}pdf`;
}

/** One version of the signed document. */
export function signedDocumentAddress(ref: SignableRef, version: number): string {
  return `${recordAddress(ref)}signed-pdf?version=${version}`;
}

/** Where a form is posted that asks to call again. */
export function redeliveryAddress(deliveryId: string): string {
  return `${addresses.deliveries}${deliveryId}/redeliver/`;
}

/**
 * The page of one account. No user name holds the sign before it, without which `new` would be another page, and `..`
 * another path.
 *
 * @param done  what has just been done with it, which the page says
 */
export function accountAddress(username: string, done?: AccountOutcome): string {
  return withQuery(`${addresses.accounts}~${encodeURIComponent(username)}/`, { done });
}

export function accountActionAddress(
  username: string,
  action: 'password' | 'activate' | 'deactivate',
): string {
  return `${accountAddress(username)}${action}/`;
}
