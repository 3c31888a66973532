import type { SignableKind, SignableRef } from '../../signing/signable.ts';
import { segments } from '../wire/words.ts';
import { paths } from './paths.ts';

/** Where the pages of the console are; the words in their paths are those of the API. */

/** The list of a kind. */
export function listAddress(kind: SignableKind): string {
  return `${paths.console}/${segments[kind]}/`;
}

/** The page of one record; what belongs to it follows, such as `send/`. */
export function recordAddress({ kind, number }: SignableRef): string {
  return `${listAddress(kind)}${number}/`;
}

/** What happened to a record, from the newest; with `before`, what happened earlier than that. */
export function historyAddress(ref: SignableRef, before?: string): string {
  return `${recordAddress(ref)}history/${before === undefined ? '' : `?before=${before}`}`;
}

/** The document as it was registered, for the browser's PDF viewer. */
export function documentAddress(ref: SignableRef): string {
  return `${recordAddress(ref)}pdf`;
}

/** One version of the signed document. */
export function signedDocumentAddress(ref: SignableRef, version: number): string {
  return `${recordAddress(ref)}signed-pdf?version=${version}`;
}

export const deliveriesAddress = `${paths.console}/deliveries/`;

/** Where a form is posted that asks to call again. */
export function redeliveryAddress(deliveryId: string): string {
  return `${deliveriesAddress}${deliveryId}/redeliver/`;
}

/** Where the list posts what was ticked, under the name `conventions` or `avenants`. */
export const sendManyAddress = `${paths.console}/send/`;
