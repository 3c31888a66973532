import type { MetadataTexts, OwnTexts } from './registered-texts.ts';

/** What can be sent for signature: an internship agreement or an amendment to one. */
export const signableKinds = ['agreement', 'amendment'] as const;
export type SignableKind = (typeof signableKinds)[number];

/** Names one agreement or amendment: `number` is the id of the API, counted per kind from 1. */
export interface SignableRef {
  kind: SignableKind;
  number: number;
}

/**
 * `refused`: somebody would not sign, so that the round takes nothing more; `erased` is what an erasure leaves: a
 * history without documents or personal data.
 */
export const signableStates = ['draft', 'signing', 'refused', 'signed', 'erased'] as const;
export type SignableState = (typeof signableStates)[number];

/** Of a promise to tell the signing application. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Signs, in `order` from 1; equal orders sign in parallel. Mail addresses need not be unique. */
export interface Signatory {
  name: string;
  givenName: string;
  mail: string;
  phone: string | null;
  order: number;
}

/** The two dates of the contract's signature date entry (§2), as instants. */
export interface SignatoryDates {
  signatureDate: Date | null;
  /** When the document reached the signatory; null when the signing application never said so. */
  submissionDate: Date | null;
}

/** That somebody would not sign, which ends a round. */
export interface Refusal {
  mail: string;
  order: number;
  /** As the signing application says. */
  refusedAt: Date;
  reason: string;
  receivedAt: Date;
  /** Who reported it, as in the history. */
  actor: string;
}

/** What tells how far a record is. */
export interface Followed {
  state: SignableState;
  round: number;
  roundStartedAt: Date | null;
  signedOutside: boolean;
  signatories: (Signatory & SignatoryDates)[];
  /** Of any round. */
  deposits: { round: number }[];
}

/** What the institution registers about a document to be signed (contract §2, "Metadata object"). */
export interface SigningMetadata extends MetadataTexts {
  signatories: Signatory[];
  /** Mail addresses that receive the document read-only. */
  watchers: string[];
}

/** Everything that is registered: what is to be signed, by whom, and what the institution notes for itself. */
export interface Registration {
  metadata: SigningMetadata;
  own: OwnTexts;
  pdf: ReceivedPdf;
}

/** A PDF that was received whole: its bytes and what they hash to. */
export interface ReceivedPdf {
  bytes: Uint8Array<ArrayBuffer>;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Where it stood in the input (JSON pointer), for errors. */
  pointer: string;
}

/** Whether two mail addresses name the same mailbox for our purposes: case does not count. */
export function sameMail(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether a round of a record counts: not one that was set aside, and none of a draft or of what was erased. */
export function roundCounts(
  { state, round }: { state: SignableState; round: number },
  ofRound: number,
): boolean {
  return state !== 'draft' && state !== 'erased' && round === ofRound;
}

/** Whether a delivery can be made again: its round counts and is open, and it is the signing application that signs. */
export function isRedeliverable(
  delivery: { state: DeliveryState; round: number },
  signable: { state: SignableState; round: number; signedOutside: boolean },
): boolean {
  const { state, signedOutside } = signable;
  const isOver = state === 'refused' || signedOutside;
  return delivery.state !== 'cancelled' && roundCounts(signable, delivery.round) && !isOver;
}
