import type { Judged } from '../data/deposits.ts';
import type { TrustRequest } from '../pdf/inspect.ts';
import { type Judgement, judgementRules } from '../trust/judgement.ts';
import type { TrustAnchors } from '../trust/trust-anchor.ts';

/** By what something is judged: it is judged anew when this is another. */
export function judgeVersion({ version }: TrustAnchors): string {
  return `${judgementRules}:${version}`;
}

/** What is kept of a judgement; null when nobody was asked. */
export function judgedBy(trust: TrustRequest | undefined, judgement: Judgement | null): Judged | null {
  if (trust === undefined || judgement === null) return null;
  return { judgement, at: trust.now, by: judgeVersion(trust.anchors) };
}
