import type { Signatory } from './document.ts';

/** The circuit: who signs at once, step after step. Equal orders are parallel; numbers may be missing between. */
export function stepsOf(signatories: Signatory[]): Signatory[][] {
  const byOrder = Map.groupBy(signatories, ({ order }) => order);
  return [...byOrder].sort(([one], [other]) => one - other).map(([, step]) => step);
}
