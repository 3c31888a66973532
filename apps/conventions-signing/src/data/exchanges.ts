import { sql } from '@campus/database';
import type { Writing } from './open-database.ts';

export type Header = readonly [name: string, value: string];

/** The request of an attempt, a GET without body. */
export interface SentRequest {
  /** With the values of its configured query hidden. */
  address: string;
  /** With the token hidden. */
  headers: Header[];
}

/** What came of an answer. */
export interface ReceivedAnswer {
  headers: Header[];
  /** Headers that there was no room for. */
  leftOut: number;
  body: string;
  /** Whether that is all of the body: not when it was longer, broke off, or did not come in time. */
  isWhole: boolean;
}

/** What one attempt sent and what came back; null when nothing did. */
export interface Exchange {
  request: SentRequest;
  answer: ReceivedAnswer | null;
}

/** Keeps what a recorded attempt sent and what came back. */
export function insertExchange(
  tx: Writing,
  { deliveryId, number, request, answer }: Exchange & { deliveryId: string; number: number },
): void {
  tx.send(
    sql`
      insert into exchanges (delivery_id, number, request, answer)
      values (${deliveryId}, ${number}, ${JSON.stringify(request)}, ${answer && JSON.stringify(answer)})`,
  );
}
