/** The fields of a document's form, and the widgets that show them. */
import { type ComparisonBudget, NotComparable } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict, PdfjsRef, PdfjsXRef } from './pdfjs-internals.ts';

const { Dict, Name, Ref } = parser;

export interface FormField {
  reference: PdfjsRef;
  dict: PdfjsDict;
  /** `Sig`, `Tx`, … its own or its parent's (ISO 32000-1 §12.7.3.1). */
  type: string | undefined;
  /** Its own or its parent's; as it stands, undefined when there is none. */
  value: unknown;
  /** `Ff`: its own or its parent's. */
  flags: unknown;
  /** The fields that it is inside of, by reference. */
  ancestors: readonly string[];
}

/**
 * All fields of the form, those inside others too, by their references.
 *
 * @throws NotComparable  for a field without a reference, or that stands in the form twice
 */
export function fieldsOf(
  catalog: PdfjsDict,
  { xref, budget }: { xref: PdfjsXRef; budget: ComparisonBudget },
): Map<string, FormField> {
  const fields = new Map<string, FormField>();
  const open: (Pick<FormField, 'type' | 'value' | 'flags' | 'ancestors'> & { list: unknown })[] = [];
  const form = catalog.get('AcroForm');
  const inherited = { type: undefined, value: undefined, flags: 0, ancestors: [] };
  if (form instanceof Dict) open.push({ list: form.get('Fields'), ...inherited });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.list === undefined || next.list === null) continue;
    if (!Array.isArray(next.list)) throw new NotComparable('fields are no list');
    budget.spend(next.list.length);
    for (const raw of next.list as unknown[]) {
      const dict = xref.fetchIfRef(raw);
      if (!(raw instanceof Ref) || fields.has(`${raw}`)) throw new NotComparable('the form is no tree');
      // A reference to nothing is the null object (§7.3.10): no field.
      if (!(dict instanceof Dict)) continue;
      const name = dict.get('FT');
      const type = name instanceof Name ? name.name : next.type;
      const value = dict.has('V') ? dict.getRaw('V') : next.value;
      const flags = dict.get('Ff') ?? next.flags;
      budget.spend(next.ancestors.length);
      fields.set(`${raw}`, { reference: raw, dict, type, value, flags, ancestors: next.ancestors });
      open.push({ list: dict.get('Kids'), type, value, flags, ancestors: [...next.ancestors, `${raw}`] });
    }
  }
  return fields;
}
