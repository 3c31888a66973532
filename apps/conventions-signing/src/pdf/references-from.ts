import type { ComparisonBudget } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsRef } from './pdfjs-internals.ts';
import type { Revision } from './revision.ts';

const { BaseStream, Dict, Ref } = parser;

/** All references that a value leads to, itself among them, each once, but those to pages, annotations and fields. */
export function* referencesFrom(
  value: unknown,
  { revision, budget }: { revision: Revision; budget: ComparisonBudget },
): Iterable<PdfjsRef> {
  const { xref, identities } = revision;
  const seen = new Set<unknown>();
  const open = [value];
  while (open.length > 0) {
    const raw = open.pop();
    if (typeof raw !== 'object') continue;
    budget.spend(1);
    if (raw instanceof Ref) {
      if (seen.has(raw) || (raw !== value && identities.has(`${raw}`))) continue;
      seen.add(raw);
      yield raw;
    }
    const is = xref.fetchIfRef(raw);
    const dict = is instanceof BaseStream ? is.dict : is;
    if (dict instanceof Dict) for (const key of dict.getKeys()) open.push(dict.getRaw(key));
    if (Array.isArray(is)) for (const part of is as unknown[]) open.push(part);
  }
}
