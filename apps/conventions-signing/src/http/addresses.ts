import { withQuery } from '@campus/pages';
import type { SignableKind, SignableRef } from '../domain/signable.ts';
import type { MailLinks } from '../mail/compose-mail.ts';
import { segments } from '../wire/api-addresses.ts';
import type { Outcome } from './console/actions/action-words.ts';
import type { TemplateOutcome } from './console/templates/template-words.ts';

/** Where the pages are mounted; routers name what is below by patterns of their own. */
export const paths = {
  /** All are below one path, for the web server's range of addresses. */
  console: '/console',
  /** Sign-in, sign-out and one's own account. */
  own: '/console/account',
  accounts: '/console/accounts',
  tokens: '/console/tokens',
  deliveries: '/console/deliveries',
  operations: '/console/operations',
  templates: '/console/templates',
  assets: '/console/static',
} as const;

/** What there is one of. */
export const addresses = {
  /** The first page of the console. */
  home: `${paths.console}/`,
  /** What the words of the console mean; each has an id there. */
  words: `${paths.console}/help/`,
  homeLive: `${paths.console}/live/`,
  newAgreement: `${paths.console}/${segments.agreement}/new/`,
  /** Where the lists post what was ticked, under the name `conventions` or `avenants`. */
  sendMany: `${paths.console}/send/`,
  /** The same, for what people are to be reminded of. */
  remindMany: `${paths.console}/remind/`,
  /** The same, for what is to be erased. */
  eraseMany: `${paths.console}/erase/`,
  /** The same, for those whose signing application could not be called. */
  callSelected: `${paths.console}/call/`,
  /** What waits for a person. */
  person: `${paths.console}/person/`,
  /** Where a form is posted that reminds a person of it. */
  remindPerson: `${paths.console}/person/remind/`,
  deliveries: `${paths.deliveries}/`,
  deliveriesLive: `${paths.deliveries}/live/`,
  deliveriesExport: `${paths.deliveries}/export/`,
  /** Where all calls are made again that fail, or that were selected in the list. */
  callAgain: `${paths.deliveries}/again/`,
  /** What is done to many records at once. */
  operations: `${paths.operations}/`,
  operationsExport: `${paths.operations}/export/`,
  /** What will be erased soon since it was kept long enough. */
  retention: `${paths.console}/retention/`,
  retentionExport: `${paths.console}/retention/export/`,
  /** The page of one's own account, where its form of mails is posted, and where a test message is asked for. */
  ownAccount: `${paths.own}/`,
  ownMail: `${paths.own}/mail/`,
  ownTestMail: `${paths.own}/mail/test/`,
  templates: `${paths.templates}/`,
  templatesExport: `${paths.templates}/export/`,
  newTemplate: `${paths.templates}/new/`,
  accounts: `${paths.accounts}/`,
  accountsExport: `${paths.accounts}/export/`,
  newAccount: `${paths.accounts}/new/`,
  tokens: `${paths.tokens}/`,
  tokensExport: `${paths.tokens}/export/`,
  newToken: `${paths.tokens}/new/`,
  /** What is kept about a person, with an account or without. */
  personalData: `${paths.accounts}/data/`,
  /** What was done to the accounts. */
  accountHistory: `${paths.accounts}/history/`,
  accountHistoryExport: `${paths.accounts}/history/export/`,
} as const;

/** The list of a kind in the console; with `done`, it says what has just been done. */
export const listAddress = (kind: SignableKind, done?: Outcome) =>
  withQuery(`${paths.console}/${segments[kind]}/`, { done });
/** Where the list, or what is ticked on it, is saved as a file. */
export const listExportAddress = (kind: SignableKind) => `${listAddress(kind)}export/`;
/** What can be done with all that a list shows, on all of its pages; its filter stands behind. */
export const wholeListAddress = (kind: SignableKind, action?: 'send' | 'remind' | 'erase') =>
  `${listAddress(kind)}all/${action === undefined ? '' : `${action}/`}`;
/** The same of the signed documents. */
export const listArchiveAddress = (kind: SignableKind) => `${listAddress(kind)}signed-pdfs/`;
export const listLiveAddress = (kind: SignableKind) => `${listAddress(kind)}live/`;

/** What waits for a person, by mail address. */
export const personAddress = (mail: string) => withQuery(addresses.person, { waiting_for: mail });

/** The same after they were reminded, of what their letter had already. */
export const reminderSentAddress = (
  mail: string,
  { done, leftOut }: { done: Outcome; leftOut: readonly SignableRef[] },
) =>
  withQuery(addresses.person, {
    ...{ waiting_for: mail, done },
    left_out: leftOut.map((ref) => recordAddress(ref)).join(',') || undefined,
  });

/** The page of one record; with `done`, it says what has just been done. */
export const recordAddress = ({ kind, number }: SignableRef, done?: Outcome) =>
  withQuery(`${listAddress(kind)}${number}/`, { done });
export const recordLiveAddress = (ref: SignableRef) => `${recordAddress(ref)}live/`;

/** Where a page about doing something with a record stands, and its form is posted. */
export const recordActionAddress = (
  ref: SignableRef,
  action: 'send' | 'remind' | 'due' | 'take-back' | 'restore' | 'signed-outside' | 'edit' | 'erase',
) => `${recordAddress(ref)}${action}/`;
export const newAmendmentAddress = (agreement: SignableRef) =>
  `${recordAddress(agreement)}${segments.amendment}/new/`;

/** What a form of registration begins with, as `from` of its address: another record of its kind, or a template. */
export const beginningOf = {
  record: (number: number) => String(number),
  template: (id: string) => `template-${id}`,
};
/** The form of a copy of a record; that of an amendment is one to its agreement. */
export const copyAddress = (ref: SignableRef, agreement: { number: number } | null) =>
  withQuery(
    agreement === null
      ? addresses.newAgreement
      : newAmendmentAddress({ kind: 'agreement', number: agreement.number }),
    { from: beginningOf.record(ref.number) },
  );

/** The list of templates, and one of them; with `done`, it says what has just been done. */
export const templateListAddress = (done: TemplateOutcome) => withQuery(addresses.templates, { done });
export const templateAddress = (id: string) => `${addresses.templates}${id}/`;
export const templateDeletionAddress = (id: string) => `${templateAddress(id)}delete/`;
/** The form of a new agreement that begins with a template. */
export const fromTemplateAddress = (id: string) =>
  withQuery(addresses.newAgreement, { from: beginningOf.template(id) });

/** The list of tokens, which says what has just been done; and where one of them is revoked. */
export const tokenListAddress = (done: string) => withQuery(addresses.tokens, { done });
export const tokenRevocationAddress = (id: number) => `${addresses.tokens}${id}/revoke/`;

/** What happened to a record, from the newest; with `before`, what happened earlier than that. */
export const historyAddress = (ref: SignableRef, before?: string) =>
  withQuery(`${recordAddress(ref)}history/`, { before });
export const historyExportAddress = (ref: SignableRef) => `${historyAddress(ref)}export/`;

/** The document as it was registered, for the browser's PDF viewer, and one version of the signed one. */
export const documentAddress = (ref: SignableRef) => `${recordAddress(ref)}pdf`;
export const signedDocumentAddress = (ref: SignableRef, version: number) =>
  `${recordAddress(ref)}signed-pdf?version=${version}`;

/** Where the evidence package of a record is downloaded. */
export const evidenceAddress = (ref: SignableRef) => `${recordAddress(ref)}evidence`;

/** The page of one call, and where a form is posted that asks to make it again. */
export const deliveryAddress = (deliveryId: string) => `${addresses.deliveries}${deliveryId}/`;
export const deliveryLiveAddress = (deliveryId: string) => `${deliveryAddress(deliveryId)}live/`;
export const redeliveryAddress = (deliveryId: string) => `${deliveryAddress(deliveryId)}redeliver/`;

/** The page of one operation, the part of it that follows its progress, where it is cancelled, and its report. */
export const operationAddress = (id: string) => `${addresses.operations}${id}/`;
export const operationLiveAddress = (id: string) => `${operationAddress(id)}live/`;
export const operationCancelAddress = (id: string) => `${operationAddress(id)}cancel/`;
export const operationReportAddress = (id: string) => `${operationAddress(id)}report/`;

/**
 * The page of one account; with `done`, it says what has just been done. No user name holds the sign before it, without
 * which `new` would be another page, and `..` another path.
 */
export const accountAddress = (username: string, done?: string) =>
  withQuery(`${addresses.accounts}~${encodeURIComponent(username)}/`, { done });
export const accountActionAddress = (
  username: string,
  action: 'password' | 'activate' | 'deactivate' | 'remove-factors',
) => `${accountAddress(username)}${action}/`;

/** Where mails lead, below the public address of the service. */
export function mailLinks(baseUrl: string): MailLinks {
  return {
    account: `${baseUrl}${addresses.ownAccount}`,
    calls: `${baseUrl}${addresses.deliveries}`,
    retention: `${baseUrl}${addresses.retention}`,
    home: `${baseUrl}${addresses.home}`,
  };
}
