import type { WebhookCall } from '@campus/signing-client';

/** Names one agreement (`conventions`) or amendment (`avenants`); their ids are counted apart. */
export type DocumentRef = Pick<WebhookCall, 'kind' | 'id'>;

/** For messages: `conventions/7`. */
export function showRef({ kind, id }: DocumentRef): string {
  return `${kind}/${id}`;
}

/** One who signs; contract §2. There is a `phone` as well, which this application has no use for. */
export interface Signatory {
  name: string;
  givenname: string;
  mail: string;
  /** 1 signs first; who shares an order signs in parallel. */
  order: number;
}

/** What is to be signed, and by whom. */
export interface DocumentToSign {
  title: string;
  pdf: Uint8Array;
  /** Which of our circuits the institution wants; empty: ours to choose. */
  workflow: string;
  /** By `order`. */
  signatories: Signatory[];
}
