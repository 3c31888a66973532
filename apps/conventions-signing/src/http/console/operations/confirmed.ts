import type { StandingOf } from '../../../data/standings.ts';
import type { SignableRef } from '../../../domain/signable.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { parseRef } from '../actions/selection.ts';
import { parseStanding, standingText } from '../forms/standing-field.ts';

/** `agreement.7.signing.2.17`: a record, and where it stood when somebody was asked about it. */
export function confirmedText(record: SignableRef & Standing): string {
  return `${record.kind}.${record.number}.${standingText(record)}`;
}

/** What such a text names; undefined when it is none. */
export function parseConfirmed(text: string): StandingOf | undefined {
  const [, kind, number = '', standing = ''] = /^(agreement|amendment)\.(\d+)\.(.+)$/.exec(text) ?? [];
  if (kind !== 'agreement' && kind !== 'amendment') return undefined;
  const ref = parseRef(kind, number);
  const expected = parseStanding(standing);
  return ref === undefined || expected === undefined ? undefined : { ...ref, ...expected };
}
