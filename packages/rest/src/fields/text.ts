import { fallbackOrder, type Language, languages, type Pair, translation } from '@campus/pages';
import {
  type DeclaredField,
  declareField,
  type Field,
  type FieldChoice,
  type FieldOptions,
  FieldProblem,
  type FieldType,
} from '../field.ts';
import { typeName } from '../hyperlink.ts';
import type { Message } from '../messages.ts';
import type { Row } from '../store.ts';

/** Of every text that has no limit of its own, in characters; a longer one that is stored already stays. */
export const maxTextLength = 100_000;

export interface TextOptions extends FieldOptions {
  maxLength?: number;
  minLength?: number;
}

/** What a kind of text adds to the others. */
interface TextKind {
  type: FieldType;
  schema: Record<string, unknown>;
  /** What is wrong with a text that is long enough and no longer than allowed. */
  refuse?: (text: string) => Message | undefined;
}

/**
 * A text as given: numbers count as texts, blanks at both ends are cut off (Django REST Framework's CharField).
 *
 * @throws FieldProblem
 */
export function readText(
  given: unknown,
  { blank = false, maxLength, minLength }: Pick<TextOptions, 'blank' | 'maxLength' | 'minLength'>,
): string {
  if (typeof given !== 'string' && typeof given !== 'number')
    throw new FieldProblem({ code: 'not_a_string' });
  const text = String(given).toWellFormed().trim();
  if (text.includes('\0')) throw new FieldProblem({ code: 'control_characters' });
  if (text === '' && !blank) throw new FieldProblem({ code: 'blank' });
  // In characters, as PostgreSQL counts them.
  const length = [...text].length;
  if (maxLength !== undefined && length > maxLength)
    throw new FieldProblem({ code: 'max_length', values: { limit: maxLength } });
  if (minLength !== undefined && length < minLength)
    throw new FieldProblem({ code: 'min_length', values: { limit: minLength } });
  return text;
}

/** A field that holds a text of some kind: lengths and blanks are judged here, the rest by its `refuse`. */
export function textual(options: TextOptions, { type, schema, refuse }: TextKind): DeclaredField<unknown> {
  const { maxLength, minLength } = options;
  return declareField(options, {
    type,
    schema: { type: 'string', maxLength, ...schema },
    limits: { maxLength, minLength },
    parse(given) {
      const text = readText(given, { blank: options.blank, maxLength, minLength });
      const problem = text === '' ? undefined : refuse?.(text);
      if (problem !== undefined) throw new FieldProblem(problem);
      return text;
    },
  });
}

/** One line or many. */
export function text(options: TextOptions = {}): DeclaredField<unknown> {
  return textual({ maxLength: maxTextLength, ...options }, { type: 'string', schema: {} });
}

/** A slug, and the field that it needs beside it. */
type DeclaredSlug<From extends string> = (
  name: string,
) => Field<unknown> & { madeFrom: { field: From } | undefined };

/**
 * The part of an address that names an object; ours are always made by the service.
 *
 * @param options.from      the field out of whose text it is made; absent: the resource makes it in its own way
 * @param options.idDigits  it begins with the id, of at least so many digits: `0042-linear-algebra`; absent: it does not
 * @param options.example   without the id
 */
export function slug<const From extends string = never>({
  from,
  idDigits,
  example = 'linear-algebra',
}: {
  from?: From;
  idDigits?: number;
  example?: string;
} = {}): DeclaredSlug<From> {
  const begin = idDigits === undefined ? '' : `${'1'.padStart(idDigits, '0')}-`;
  const declared = textual(
    { readOnly: true, example: `${begin}${example}` },
    { type: 'slug', schema: { pattern: '^[a-z0-9_-]+$' } },
  );
  return (name) => ({
    ...declared(name),
    madeFrom: from === undefined ? undefined : { field: from, idDigits },
  });
}

/** A colour, `#rrggbb`, `#rgb`, or with two digits or one more for how opaque it is (CSS Color 4 §5.2). */
export function colour(options: FieldOptions = {}): DeclaredField<unknown> {
  const pattern = '^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$';
  const isColour = new RegExp(pattern);
  return textual(
    { ...options, maxLength: 9 },
    {
      type: 'string',
      schema: { pattern, example: '#0a66c2' },
      refuse: (given) => (isColour.test(given) ? undefined : { code: 'not_a_colour' }),
    },
  );
}

/** An http or https address. */
export function url(options: TextOptions = {}): DeclaredField<unknown> {
  return textual(options, {
    type: 'url',
    schema: { format: 'uri' },
    refuse: (text) => (isUrl(text, ['http', 'https']) ? undefined : { code: 'not_a_url' }),
  });
}

/** Whether a text is an absolute address of one of these schemes, with a host. */
export function isUrl(text: string, schemes: readonly string[]): boolean {
  const [, scheme = '', rest = ''] = /^([a-z]+):\/\/([^\s/\\]\S*)$/i.exec(text) ?? [];
  if (!schemes.includes(scheme.toLowerCase())) return false;
  // The rest is judged as of http, since the rules for other schemes are lax about hosts.
  const parsed = URL.canParse(`http://${rest}`) ? new URL(`http://${rest}`) : undefined;
  return parsed !== undefined && parsed.hostname !== '';
}

/**
 * One of a few values.
 *
 * @param options.choicesIn  the same for people, named and ordered as suits their language; absent: as they are
 */
export function choice({
  choices,
  choicesIn = () => choices,
  ...options
}: FieldOptions & {
  choices: readonly FieldChoice[];
  choicesIn?: (language: Language) => readonly FieldChoice[];
}): DeclaredField<unknown> {
  const values = choices.map(({ value }) => value);
  return declareField(options, {
    type: 'choice',
    schema: { type: 'string', enum: values },
    choices,
    choicesIn,
    parse(given) {
      const value = readText(given, options);
      if (values.includes(value)) return value;
      const named: Message = { code: 'choices', values: { choices: values.join(', ') } };
      throw new FieldProblem(
        { code: 'not_a_choice', values: { value } },
        ...(values.length > maxNamedChoices ? [] : [named]),
      );
    },
  });
}

/** More than these are no help to somebody who reads them. */
const maxNamedChoices = 20;

/**
 * Choices by their values, for `choice`: OPTIONS calls them in English, pages in the language of who reads them.
 *
 * @param names  in pairs where values are digits, which an object has first
 */
export function namedChoices(
  names: Record<string, Pair> | readonly (readonly [value: string, name: Pair])[],
): Required<Pick<Parameters<typeof choice>[0], 'choices' | 'choicesIn'>> {
  const pairs = Array.isArray(names) ? names : Object.entries(names);
  const choicesIn = (language: Language) =>
    pairs.map(([value, name]) => ({ value, display_name: translation(name)[language] }));
  return { choices: choicesIn('en'), choicesIn };
}

/**
 * Short texts, each once, in the order given: a list in JSON, repeated members in a form.
 *
 * @param options.maxLength  of one of them, in characters; absent: any
 * @param options.blank      whether one of them may be empty
 */
export function texts({
  maxItems,
  maxLength,
  ...options
}: FieldOptions & { maxItems: number; maxLength?: number }): DeclaredField<unknown> {
  return declareField<unknown>(
    { default: [], ...options },
    {
      type: 'list',
      schema: { type: 'array', maxItems, items: { type: 'string', maxLength } },
      isList: true,
      columnsIn: () => [],
      parse(given) {
        if (!Array.isArray(given))
          throw new FieldProblem({ code: 'not_a_list', values: { type: typeName(given) } });
        if (given.length > maxItems)
          throw new FieldProblem({ code: 'too_many_links', values: { limit: maxItems } });
        return [...new Set(given.map((one) => readText(one, { blank: options.blank, maxLength })))];
      },
    },
  );
}

/**
 * A text kept per language, in one column each (`titleEn`, `titleFr`): written in the language of the request,
 * read in it or, where that is missing, in another.
 */
export function translatedText(
  options: FieldOptions & {
    maxLength?: number;
    /** Shown when no language has the text. */
    placeholder?: Pair;
  },
): DeclaredField<unknown> {
  const { maxLength = maxTextLength } = options;
  const placeholder = options.placeholder && translation(options.placeholder);
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
        return Object.values(placeholder ?? {}).includes(text) ? '' : text;
      },
      // An empty text is a translation that is missing.
      toRow: (value, language) => ({ [columnOf(language)]: value === '' ? null : value }),
      show: (row, { language }) =>
        firstOf(row, fallbackOrder(language).map(columnOf)) ?? placeholder?.[language] ?? null,
    })(name);
  };
}

function firstOf(row: Row, columns: readonly string[]): unknown {
  const column = columns.find((candidate) => row[candidate] !== null && row[candidate] !== undefined);
  return column === undefined ? null : row[column];
}
