import { attributes, type Html, html } from '../html.ts';
import { type FieldOptions, field } from './field.ts';

/** What a field suggests, which takes other values too. */
export interface Known {
  /** Of the list, once on a page. */
  id: string;
  values: readonly string[];
  /** Said of another value. */
  unknown: string;
}

/** The values that fields suggest which name this list. */
export function knownValues({ id, values }: Known): Html {
  return html`<datalist id="${id}">${values.map((value) => html`<option value="${value}"></option>`)}</datalist>`;
}

/**
 * A combobox: one of the values that are known, or another that is typed, of which it warns; with `known-values.js` at
 * once, else when the form comes back. Its list is `knownValues`.
 */
export function knownField(
  options: FieldOptions & { type?: 'text' | 'search'; value?: string | undefined; known: Known },
): Html {
  const { type = 'text', value = '', known } = options;
  const isOther = value.trim() !== '' && !known.values.includes(value.trim());
  return field(
    options,
    ({ tied }) =>
      html`<input${attributes({ type, ...tied, value, list: known.id, autocomplete: 'off' })}><p class="help" role="status" data-unknown="${known.unknown}">${isOther && known.unknown}</p>`,
  );
}
