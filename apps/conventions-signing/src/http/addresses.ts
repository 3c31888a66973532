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
export const problemAddress = (code: string) => `${addresses.problems}#${code}`;

/** A kind as signing applications see it, and one record of it. */
export const publicApiListAddress = (kind: SignableKind) => `${paths.publicApi}/${segments[kind]}`;
export const publicApiAddress = ({ kind, number }: SignableRef) => `${publicApiListAddress(kind)}/${number}`;

/** A kind as the institution's application sees it, and one record of it. */
export const apiListAddress = (kind: SignableKind) => `${paths.api}/${segments[kind]}`;
export const apiAddress = ({ kind, number }: SignableRef) => `${apiListAddress(kind)}/${number}`;

/** The list of a kind in the console. */
export const listAddress = (kind: SignableKind) => `${paths.console}/${segments[kind]}/`;
export const listLiveAddress = (kind: SignableKind) => `${listAddress(kind)}live/`;

/** The page of one record; with `done`, it says what has just been done. */
export const recordAddress = ({ kind, number }: SignableRef, done?: Outcome) =>
  withQuery(`${listAddress(kind)}${number}/`, { done });
export const recordLiveAddress = (ref: SignableRef) => `${recordAddress(ref)}live/`;

/** Where a page about doing something with a record stands, and its form is posted. */
export const recordActionAddress = (
  ref: SignableRef,
  action: 'send' | 'take-back' | 'signed-outside' | 'edit',
) => `${recordAddress(ref)}${action}/`;
export const newAmendmentAddress = (agreement: SignableRef) =>
  `${recordAddress(agreement)}${segments.amendment}/new/`;

/** What happened to a record, from the newest; with `before`, what happened earlier than that. */
export const historyAddress = (ref: SignableRef, before?: string) =>
  withQuery(`${recordAddress(ref)}history/`, { before });

/** The document as it was registered, for the browser's PDF viewer, and one version of the signed one. */
export const documentAddress = (ref: SignableRef) => `${recordAddress(ref)}pdf`;
export const signedDocumentAddress = (ref: SignableRef, version: number) =>
  `${recordAddress(ref)}signed-pdf?version=${version}`;

/** Where a form is posted that asks to call again. */
export const redeliveryAddress = (deliveryId: string) => `${addresses.deliveries}${deliveryId}/redeliver/`;

/**
 * The page of one account; with `done`, it says what has just been done. No user name holds the sign before it, without
 * which `new` would be another page, and `..` another path.
 */
export const accountAddress = (username: string, done?: AccountOutcome) =>
  withQuery(`${addresses.accounts}~${encodeURIComponent(username)}/`, { done });
export const accountActionAddress = (username: string, action: 'password' | 'activate' | 'deactivate') =>
  `${accountAddress(username)}${action}/`;
