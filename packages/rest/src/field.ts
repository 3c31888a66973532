import { ExpectedError } from '@campus/config';
import { type Language, type Pair, type Translated, translation } from '@campus/pages';
import type { Caller } from './caller.ts';
import type { Lookup } from './lookup.ts';
import { type Message, say } from './messages.ts';
import type { Rights } from './rights.ts';
import type { Condition, Row } from './store.ts';

/** How OPTIONS names the kind of a field; existing clients read these words. */
export type FieldType =
  | 'boolean'
  | 'string'
  | 'url'
  | 'email'
  | 'slug'
  | 'integer'
  | 'date'
  | 'datetime'
  | 'choice'
  | 'file upload'
  | 'image upload'
  | 'list'
  | 'field';

/** One of a few values, and what OPTIONS calls it. */
export interface FieldChoice {
  value: string;
  display_name: string;
}

/** What a value is shown with. */
export interface ShowContext<Services> {
  services: Services;
  language: Language;
  timeZone: string;
  /** Public address of the instance, without a slash at the end. */
  base: string;
  /** Who is shown it. */
  caller: Caller;
}

/** By what fields look up, for all rows of an answer at once, what they show beside the columns. */
export interface GatherContext {
  /** Those of the objects that exist for the caller. */
  seen(target: LinkTarget, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** The same as they are shown, as far as the answer has room for them. */
  shown(
    target: LinkTarget & { columns: readonly string[] },
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, unknown>>;
}

/** What a given value is judged with. */
export interface ParseContext {
  language: Language;
  timeZone: string;
  /** Public address of the instance, and the host that the request named. */
  base: string;
  requestHost: string;
  /** Who gives the value. */
  caller: { id: number };
  /** The one that is changed; null: none is. */
  row: Row | null;
  /** Those of the objects that exist for the caller. */
  seen: GatherContext['seen'];
  /**
   * Whether the object exists for the caller; `hidden`: the caller may not know.
   *
   * @param use  it is to be referred to: `hidden` as well where the caller may not change it and `toChange` asks for that;
   * `foreign`: it is there to be looked at alone, unless it is the one that is `held` already
   */
  look(
    target: LinkTarget,
    condition: Condition,
    use?: { toChange: boolean; held: unknown },
  ): Promise<{ id: number } | 'absent' | 'hidden' | 'foreign'>;
  /** Whether the caller may name all of many, in one look. */
  lookAll(target: LinkTarget, conditions: readonly Condition[]): Promise<number[] | 'absent' | 'hidden'>;
}

/** What a field knows of the resource that it links to, whose fields have these names. */
export interface LinkTarget<Name extends string = string> {
  path: string;
  name: Translated;
  table: string;
  lookup: Lookup;
  fields: readonly Field<never, Name>[];
  /** The field that names one of them to people; undefined: what its address shows does. */
  nameField: Field<never> | undefined;
  /** Those that tell more of it, where they say anything. */
  nameDetails: readonly Field<never>[];
  /** Columns that no field shows, as if fields did. */
  unshown: readonly Field<never>[];
  search: readonly string[];
  ordering: readonly string[];
  rights: Rights;
}

/**
 * One field of a resource: how a value is read, judged, shown and described. Knows its name on the wire and
 * the columns that hold it, and no resource.
 */
export interface Field<Services, Name extends string = string> {
  readonly name: Name;
  readonly label: Translated;
  readonly type: FieldType;
  /** Columns that `show` reads; the value is written to the first unless `toRow` says otherwise. */
  readonly columns: readonly string[];
  /** The columns whose first value is the one shown in a language; lists are ordered and filtered by it. None: by nothing. */
  columnsIn(language: Language): readonly string[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Whether it is shown in the answer that creates the object, and never again. */
  readonly isShownOnce: boolean;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Whether an empty text is a value. */
  readonly blank: boolean;
  /** The value of an absent field on creation; undefined leaves it to the database. */
  readonly fallback: unknown;
  /**
   * The same where it depends on the fields before, by column, or on what there is. Absent: it does not.
   *
   * @throws FieldProblem
   */
  fallbackBeside?(values: Row, context: ParseContext): unknown;
  /** Said when another row has the value; absent: it need not be unique. */
  readonly unique: ((label: Translated, model: Translated) => Message) | undefined;
  readonly limits: { maxLength?: number; minLength?: number; min?: number; max?: number; maxBytes?: number };
  readonly choices: readonly FieldChoice[] | undefined;
  /** The same for a person who reads this language, in the order in which they are offered. */
  choicesIn(language: Language): readonly FieldChoice[];
  /** Another name of the field of this name, in and out. */
  readonly aliasOf: string | undefined;
  /** How the service makes this one when an object is created: out of which field's text. */
  readonly madeFrom: { field: string; idDigits?: number | undefined } | undefined;
  readonly isFile: boolean;
  /** What the record knows of its file, in fields of their own: it travels in its place when objects are exported. */
  readonly stored: readonly Field<never>[];
  /** Whether it is made of other fields, or of what there is, whenever it is shown: it does not travel. */
  readonly isDerived: boolean;
  /** Whether it has a text in each language, in the column that is the first of `columnsIn`. */
  readonly isTranslated: boolean;
  /** Whether it is the address of the object itself, by which others refer to it. */
  readonly isAddress: boolean;
  /** Whether it links to what the object is a part of. */
  readonly isWhole: boolean;
  /** Whether it holds many values: a list in JSON, repeated members in a form. */
  readonly isList: boolean;
  /** The resource that the field links to. */
  readonly target: (() => LinkTarget) | undefined;
  /** How the record names the one object that it links to: the columns of that follow, `building.name`. */
  readonly relation: string | undefined;
  /** JSON Schema of the value (OpenAPI 3.1). */
  readonly schema: Record<string, unknown>;
  /** The stored value for a given one, never null. @throws FieldProblem */
  parse(given: unknown, context: ParseContext): unknown;
  /**
   * The columns that an import writes, where a request would do more. Absent: those of `parse` and `toRow`.
   *
   * @throws FieldProblem
   */
  imported?(given: unknown, context: ParseContext): Row;
  /** What is written for a stored value. */
  toRow(value: unknown, language: Language): Row;
  show(row: Row, context: ShowContext<Services>): unknown;
  /** Whether what `show` gives says anything to this caller; absent: to all who see the row. */
  isShownTo?(caller: Caller, row: Row): boolean;
  /** The rows of an answer with what `show` reads beside the columns; absent: it reads no more. */
  gather?(rows: readonly Row[], context: GatherContext): Promise<readonly Row[]>;
}

/** A field that waits for its name. */
export type DeclaredField<Services> = (name: string) => Field<Services>;

/** One that links to one object, whose fields have these names. */
export type DeclaredLink<Name extends string> = (
  name: string,
) => Field<unknown> & { target: () => LinkTarget<Name>; relation: string };

/** What is wrong with one value. */
export class FieldProblem extends ExpectedError {
  readonly messages: Message[];

  constructor(...messages: Message[]) {
    super(messages.map((message) => say(message, 'en')).join(' '));
    this.messages = messages;
  }
}

/** What every kind of field can be declared with. */
export interface FieldOptions {
  /** How people call it; made from the name when absent. */
  label?: Pair;
  /** The column that holds it, when it is not the name in camel case. */
  column?: string;
  readOnly?: boolean;
  writeOnly?: boolean;
  required?: boolean;
  nullable?: boolean;
  blank?: boolean;
  default?: unknown;
  unique?: boolean | Message;
  /** A value as it may be, for documents and forms, where that of the kind would not do. */
  example?: unknown;
}

/** Of a field that is null where nobody says anything. */
export const orNull = { nullable: true, default: null } as const;

type Kind<Services> = Partial<Field<Services>> & Pick<Field<Services>, 'type' | 'schema'>;

/** Completes a kind of field with what most of them share. */
export function declareField<Services>(options: FieldOptions, kind: Kind<Services>): DeclaredField<Services> {
  return (name) => {
    const column = options.column ?? camelCase(name);
    const label = translation(options.label ?? humanise(name));
    const columns = kind.columns ?? [column];
    return {
      name,
      label,
      columns,
      columnsIn: () => columns,
      readOnly: options.readOnly ?? false,
      writeOnly: options.writeOnly ?? false,
      isShownOnce: false,
      required: options.required ?? false,
      nullable: options.nullable ?? false,
      blank: options.blank ?? false,
      fallback: options.default,
      unique: uniqueMessage(options.unique),
      limits: {},
      choices: undefined,
      choicesIn: () => kind.choices ?? [],
      aliasOf: undefined,
      madeFrom: undefined,
      isFile: false,
      stored: [],
      isDerived: false,
      isTranslated: false,
      isAddress: false,
      isWhole: false,
      isList: false,
      target: undefined,
      relation: undefined,
      parse: (given) => given,
      toRow: (value) => ({ [column]: value }),
      show: (row) => row[column],
      ...kind,
      schema: options.example === undefined ? kind.schema : { ...kind.schema, example: options.example },
    };
  };
}

function uniqueMessage(unique: FieldOptions['unique']): Field<unknown>['unique'] {
  if (unique === undefined || unique === false) return undefined;
  if (unique !== true) return () => unique;
  return (label, model) => ({ code: 'unique', values: { label, model } });
}

/** `is_draft` → `isDraft`. */
export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** `is_draft` → `Is draft`, as Django labels a field. */
function humanise(name: string): Pair {
  const words = name.replaceAll('_', ' ');
  const label = name === 'id' ? 'ID' : words.charAt(0).toUpperCase() + words.slice(1);
  return [label, label];
}

/**
 * What a declaration calls by its name on the wire: the field, or, for `building.name`, the field of what this one links to,
 * with its columns as the record has them from here. The one place that knows which columns a name stands for.
 *
 * @throws Error  when nothing is called so
 */
export function fieldNamed(of: Pick<LinkTarget, 'path' | 'fields' | 'unshown'>, name: string): Field<never> {
  const [own, beyond] = name.split('.');
  const isOwn = (field: Field<never>) => field.name === own;
  const field = of.fields.find(isOwn) ?? of.unshown.find(isOwn);
  if (field === undefined) throw new Error(`${of.path}: no field is called ${name}`);
  if (beyond === undefined) return field;
  const { target, relation } = field;
  if (target === undefined || relation === undefined)
    throw new Error(`${of.path}: ${own} links to no one object, so that nothing is called ${name}`);
  const found = fieldNamed(target(), beyond);
  const fromHere = (columns: readonly string[]) => columns.map((column) => `${relation}.${column}`);
  return {
    ...found,
    columns: fromHere(found.columns),
    columnsIn: (language) => fromHere(found.columnsIn(language)),
  };
}
