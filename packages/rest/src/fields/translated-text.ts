import { fallbackOrder, type Language, languages, type Translated } from '@campus/pages';
import { type DeclaredField, declareField, type FieldOptions } from '../field.ts';
import type { Row } from '../store.ts';
import { maxTextLength, readText } from './text.ts';

/**
 * A text kept per language, in one column each (`titleEn`, `titleFr`): written in the language of the request,
 * read in it or, where that is missing, in another.
 */
export function translatedText(
  options: FieldOptions & {
    maxLength?: number;
    /** Shown when no language has the text. */
    placeholder?: Translated;
  },
): DeclaredField<unknown> {
  const { maxLength = maxTextLength } = options;
  return (name) => {
    // `title`, `fr` → `titleFr`
    const columnOf = (language: Language) =>
      `${options.column ?? name}${language.charAt(0).toUpperCase()}${language.slice(1)}`;
    return declareField<unknown>(options, {
      type: 'string',
      schema: { type: 'string', maxLength },
      limits: { maxLength },
      isTranslated: true,
      columns: languages.map(columnOf),
      columnsIn: (language) => fallbackOrder(language).map(columnOf),
      parse(given) {
        const text = readText(given, { ...options, maxLength });
        // Clients send back what they were shown.
        return Object.values(options.placeholder ?? {}).includes(text) ? '' : text;
      },
      // An empty text is a translation that is missing.
      toRow: (value, language) => ({ [columnOf(language)]: value === '' ? null : value }),
      show: (row, { language }) =>
        firstOf(row, fallbackOrder(language).map(columnOf)) ?? options.placeholder?.[language] ?? null,
    })(name);
  };
}

function firstOf(row: Row, columns: readonly string[]): unknown {
  const column = columns.find((candidate) => row[candidate] !== null && row[candidate] !== undefined);
  return column === undefined ? null : row[column];
}
