import { type Pair, type Translated, translation } from '@campus/pages';
import type { Caller } from './caller.ts';
import {
  type DeclaredField,
  type DeclaredLink,
  declareField,
  type Field,
  fieldNamed,
  type LinkTarget,
  type ShowContext,
} from './field.ts';
import type { DeclaredFilter } from './filters.ts';
import { root } from './hyperlink.ts';
import { byId, type Lookup } from './lookup.ts';
import type { Message } from './messages.ts';
import type { Action, Rights } from './rights.ts';
import type { Alongside, Condition, Row } from './store.ts';

/** What a write is about. */
export interface Write<Services> {
  services: Services;
  caller: Caller;
  /** The columns to set, complete on creation. */
  values: Row;
  /** The file of the request, where the resource takes one. */
  file: ReceivedFile | undefined;
  /** By which the client may send the request again, where the resource takes that. */
  key?: string | undefined;
  /** What else is to happen in the transaction of a creation. */
  alongside?: Alongside | undefined;
}

/** An uploaded file that waits on disk. */
export interface ReceivedFile {
  path: string;
  /** As its sender has it: only ever to be shown. */
  name: string;
  size: number;
  /** Its SHA-256, lower-case hexadecimal, where the request may be sent again. */
  sha256: string | undefined;
}

/** How large a file may be beside what any may. */
export interface Room {
  maxBytes: number;
  /** What is thrown of one that is larger; the application explains it. */
  refusal: Error | undefined;
}

/** A received body: the file is removed by `dispose`, unless something has moved it away. */
export interface ReceivedForm {
  fields: Record<string, string[]>;
  file: ReceivedFile | undefined;
  dispose(): Promise<void>;
}

/**
 * The places where a resource differs from "set these columns". Each does its work whole, in one transaction
 * where several rows are concerned; what it throws is explained by the application.
 */
interface Hooks<Services> {
  /**
   * Says how large a file may be, before the body that brings one is read.
   *
   * @param row  the object that is changed; null on creation
   * @throws why there may be none
   */
  room?(row: Row | null, by: Pick<Write<Services>, 'services' | 'caller' | 'key'>): Promise<Room>;
  /** Creates, and gives the id; with it the values that fields are shown from once. */
  create?(write: Write<Services>): Promise<number | { id: number; once: Row }>;
  /** Changes the row; false when it has vanished. Gives what to set instead where that is all there is to do. */
  update?(row: Row, write: Write<Services>): Promise<boolean | Row> | Row;
  /** Refuses what a line of an import has changed, in the transaction that did; the application knows that. */
  imported?(
    transaction: unknown,
    changed: Pick<Write<Services>, 'services' | 'caller' | 'values'> & { row: Row },
  ): Promise<void>;
  /** Removes the row; false when it has vanished. */
  remove?(row: Row, by: Pick<Write<Services>, 'services' | 'caller'>): Promise<boolean>;
}

/** Looks a row up that another refers to: these columns of it, by its id; null: there is none. */
export type RowOf = (table: string, columns: readonly string[], id: number) => Promise<Row | null>;

/** What is wrong, by field. */
export type Problems = Record<string, Message[]>;

/** Those that an action may have; HEAD comes with GET, which changes nothing. */
type ActionMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Another form of the rows of a page than that of their resource. */
export interface PageForm<Services> {
  /** What each row must hold beside the columns of the resource. */
  columns: readonly string[];
  /** JSON Schema of one. */
  schema: Record<string, unknown>;
  /** Shows a whole page, so that what it looks up takes no more statements than for one row. */
  show(
    rows: readonly Row[],
    context: ShowContext<Services>,
    /** What the action took, by column. */
    values: Row,
  ): Promise<readonly unknown[]>;
}

/** What an action does by one method. */
export type ActionOperation<Services, Of, Name extends string> = {
  /** Else 403, before a body is read or an object looked for. */
  may(caller: Caller): boolean;
  /** What it takes by its names in the body, of a GET in the query; `values` are by column. */
  takes?: Record<string, DeclaredField<Services>>;
} & (
  | {
      /** A page of the rows that meet the rules it gives. */ answers: 'list';
      /** Absent: they are shown as the list shows them. */
      form?: PageForm<Services>;
      act(given: Write<Services>, of: Of): Promise<readonly Condition[]> | readonly Condition[];
    }
  | {
      /**
       * All rows that meet the rules it gives, as a bare array without pages, the largest page at most; undefined: none. It
       * is for clients that look at no status: values that are wrong find nothing, and others are not looked at.
       */
      answers: 'array';
      /** Fields, ascending; the id comes last by itself. */
      ordering: readonly Name[];
      act(given: Write<Services>, of: Of): readonly Condition[] | undefined;
    }
  | {
      /** The object as it is then: the one that the action is on, or on a list that of the id it gives. */
      answers: 'object';
      act(given: Write<Services>, of: Of): Promise<Of extends Row ? void : number>;
    }
  | {
      /** What it gives, of this JSON Schema. */ answers: Record<string, unknown>;
      act(given: Write<Services>, of: Of): Promise<unknown>;
    }
);

/**
 * What can be done with a resource beside what all can, at an address of its own below the list
 * (`/rest/videos/user_videos/`), or below an object (`/rest/videos/7/launch/`): there it is only for whom that object
 * exists, and what changes it for whom may change it.
 */
export interface DeclaredAction<Services, Of extends Row | undefined, Name extends string = never> {
  /** As a person calls it who is about to do it. */
  name: Pair;
  /** What it does, in a sentence. */
  description?: Pair;
  /** It stands beside the list instead of below it, as clients know it: `/rest/<its name>/`. */
  isBeside?: Of extends Row ? never : boolean;
  methods: Partial<Record<ActionMethod, ActionOperation<Services, Of, Name>>>;
}

type Fields<Services> = Record<string, DeclaredField<Services>>;

/**
 * The names of a declaration, which are those on the wire: of its fields, of the fields of an object that one of them links
 * to (`building.name`), and of what no field shows.
 */
type NameIn<Own, Unshown extends string> = NoInfer<
  Unshown | { [Name in keyof Own & string]: Name | Beyond<Name, Own[Name]> }[keyof Own & string]
>;

type Beyond<Name extends string, Declared> =
  Declared extends DeclaredLink<infer Theirs> ? `${Name}.${Theirs}` : never;

/** The names of fields that others of a declaration are made from, or are other names of. */
type Needed<Own> = {
  [Name in keyof Own]: Own[Name] extends (name: string) => infer Made
    ? Made extends { aliasOf: infer Of extends string }
      ? Of
      : Made extends { madeFrom: { field: infer From extends string } | undefined }
        ? string extends From
          ? never
          : From
        : never
    : never;
}[keyof Own];

interface ResourceDeclaration<Services, Own extends Fields<Services>, Unshown extends string> {
  /** Below `/rest/`. */
  path: string;
  /** What one of them is called in messages: `Broadcaster`, `Diffuseur`. */
  name: Pair;
  /** What several of them are called, in lower case. */
  plural: Pair;
  /** What they are, in a sentence for people. */
  description?: Pair;
  /**
   * The field that names one of them to people, and others that tell more of it; absent: its first required text, or
   * what its address shows.
   */
  naming?: readonly (keyof Own & string)[];
  /** The table that holds them, as the store names it. */
  table: string;
  /** What its addresses name it by: its id, when absent. */
  lookup?: Lookup;
  /** By their names on the wire, in the order of the output. */
  fields: Own & Record<Needed<Own>, unknown>;
  /** What else its lists are ordered by: the names of columns that no field shows, as fields would have them. */
  unshown?: readonly Unshown[];
  filters?: Record<string, DeclaredFilter<NameIn<Own, Unshown>>>;
  /**
   * Fields whose values no two rows may have alike, as a unique index has them, what is said of it, and at which field:
   * of the whole when absent.
   */
  uniqueTogether?: readonly {
    fields: readonly (keyof Own & string)[];
    message?: Message;
    at?: keyof Own & string;
  }[];
  /** What `?search=` looks in; of a text in several languages in all of them. */
  search: readonly NameIn<Own, Unshown>[];
  /** The default order, `-` before a descending one; the id comes last by itself. */
  ordering: readonly (NameIn<Own, Unshown> | `-${NameIn<Own, Unshown>}`)[];
  /** All of them, when absent. */
  actions?: readonly Action[];
  /** What else can be done with all of them, by the last part of its address: no object is found by such a name. */
  onList?: Record<string, DeclaredAction<Services, undefined, NameIn<Own, Unshown>>>;
  /** What else can be done with one of them, likewise. */
  onObject?: Record<string, DeclaredAction<Services, Row, NameIn<Own, Unshown>>>;
  /**
   * What is wrong with an object whose values are all fine by themselves, by field; undefined: nothing. Asked before it is
   * made, and before `changes` are made to it; `row` is as it would be then.
   */
  judge?(
    row: Row,
    by: { services: Services; changes: Row; rowOf: RowOf },
  ): Promise<Problems | undefined> | Problems | undefined;
  rights: Rights;
  /** Whether `create` gives what it has made before to a request that is sent again under its `Idempotency-Key`. */
  isRepeatable?: boolean;
  hooks?: Hooks<Services>;
  /** The pages of the service about one of them, for somebody who has signed in with a browser. */
  links?(row: Row, caller: Caller): readonly ObjectLink[];
}

/** Where an object leads besides. */
export interface ObjectLink {
  text: Translated;
  /** Path and query. */
  href: string;
  /** Why somebody who has just made the object may want to go there. */
  because?: Translated | undefined;
}

/** A declaration with its fields, which have these names, and its filters bound to their names. */
export interface Resource<Services, Name extends string = string>
  extends Omit<
      ResourceDeclaration<Services, Fields<Services>, string>,
      'name' | 'plural' | 'description' | 'lookup' | 'fields' | 'unshown' | 'filters' | 'uniqueTogether'
    >,
    LinkTarget<Name> {
  plural: Translated;
  description: Translated | undefined;
  fields: readonly Field<Services, Name>[];
  /** Each with the field of this resource that it is about. */
  filters: ReadonlyMap<string, { field: Field<never>; filter: DeclaredFilter }>;
  uniqueTogether: readonly { columns: readonly string[]; message: Message; at: string }[];
  actions: readonly Action[];
  /** Every column that a row needs to be shown, looked up and judged. */
  columns: readonly string[];
  /** Some field takes a file. */
  takesFile: boolean;
}

const allActions: readonly Action[] = ['list', 'create', 'retrieve', 'update', 'destroy'];

/** Gives what declares resources that work with these services. */
export function resourcesFor<Services>() {
  return defineResource;

  /**
   * Declares a resource: everything else about it is derived (list envelope, actions, OPTIONS, filters, OpenAPI).
   *
   * @throws Error  at start, when something names a field that is not there
   */
  function defineResource<Own extends Fields<Services>, Unshown extends string = never>(
    declaration: ResourceDeclaration<Services, Own, Unshown>,
  ): Resource<Services, keyof Own & string> {
    const { path, naming, description, lookup = byId } = declaration;
    const fields = Object.entries<DeclaredField<Services>>(declaration.fields).map(([name, bind]) =>
      bind(name),
    );
    const unshown = (declaration.unshown ?? []).map((name) =>
      declareField<never>({}, { type: 'field', schema: {} })(name),
    );
    const named = (name: string) => fieldNamed({ path, fields, unshown }, name);
    const filters = Object.entries<DeclaredFilter>(declaration.filters ?? {}).map(
      ([name, filter]) => [name, { field: named(filter.field.replace(/\..*/, '')), filter }] as const,
    );
    const [nameField, ...nameDetails] =
      naming?.map(named) ?? fields.filter(({ type, required }) => required && type === 'string').slice(0, 1);
    const uniqueTogether = (declaration.uniqueTogether ?? []).map(({ fields: names, message, at }) => ({
      columns: names.flatMap((name) => named(name).columns),
      message: message ?? { code: 'unique_set' as const, values: { fields: names.join(', ') } },
      at: at ?? 'non_field_errors',
    }));
    return {
      ...declaration,
      lookup,
      name: translation(declaration.name),
      plural: translation(declaration.plural),
      description: description && translation(description),
      fields: fields as Field<Services, keyof Own & string>[],
      unshown,
      nameField,
      nameDetails,
      uniqueTogether,
      filters: new Map(filters),
      actions: declaration.actions ?? allActions,
      columns: [
        ...new Set([
          'id',
          lookup.column,
          ...fields.flatMap(({ columns }) => columns),
          ...(declaration.rights.judgedBy ?? []),
        ]),
      ],
      takesFile: fields.some(({ isFile }) => isFile),
    };
  }
}

/** An object as it goes out: its fields in the order of their declaration. */
export function showRow<Services>(
  { fields }: Pick<Resource<Services>, 'fields'>,
  row: Row,
  context: ShowContext<Services>,
): Record<string, unknown> {
  return showFields(fields, { row, context, isNew: false });
}

/** The same of one that has just been made, with what is shown this once. */
export function showNewRow<Services>(
  { fields }: Resource<Services>,
  row: Row,
  context: ShowContext<Services>,
): Record<string, unknown> {
  return showFields(fields, { row, context, isNew: true });
}

function showFields<Services>(
  fields: readonly Field<Services>[],
  { row, context, isNew }: { row: Row; context: ShowContext<Services>; isNew: boolean },
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of fields)
    if (!field.writeOnly && (isNew || !field.isShownOnce)) shown[field.name] = field.show(row, context);
  return shown;
}

/** The path of a resource's list. */
export function listAddress({ path }: { path: string }): string {
  return `${root}/${path}/`;
}

/** The rules that a row at this address must meet to be there for the caller; null: nothing can be there. */
export function conditionsAt(
  { lookup, rights }: Pick<LinkTarget, 'lookup' | 'rights'>,
  { key, caller }: { key: string; caller: Caller },
): Condition[] | null {
  const condition = lookup.find(key, caller);
  return condition === null ? null : [condition, ...rights.sees(caller)];
}
