import { hash } from 'node:crypto';
import pg from 'pg';

/**
 * SQL as it stands in the code, with values in it that are always parameters:
 *
 *     const open = sql`state = ${state}::signable_state`;
 *     const titles = await sql<{ number: number; title: string }>`
 *       select number, title from signables where ${open} and id = any(${ids})`.rows(db);
 *
 * What is put in between is a value, or another piece of SQL, which is how conditions are put together. Nothing else
 * becomes SQL than what stands in the code, but for names and numbers by `sql.identifier` and `sql.literal`.
 *
 * A statement is kept prepared by the connections that it goes over. Its rows have the names of their columns in
 * camel case, and a day (`date`) as the text that it is: as a `Date` it would be an instant in this machine's time zone.
 */

/** Where statements go: the pool, one connection, a transaction, lookups; or Prisma's client, or a transaction of it. */
export type Queryable = PgQueryable | PrismaQueryable;

/** Those of pg, which answer with all that there is to know. */
export interface PgQueryable {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
}

interface PrismaQueryable {
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): PromiseLike<Rows>;
  $executeRawUnsafe(text: string, ...values: unknown[]): PromiseLike<number>;
}

interface HowPlanned {
  /** False: planned each time, since the best plan depends on the values. */
  isPrepared?: boolean | undefined;
}

/** A statement as pg takes it. */
export interface Statement extends pg.QueryConfig {
  values: unknown[];
}

/** A statement, or a piece of one. `Row` is what one of its rows is. */
export class Sql<Row = unknown> {
  readonly #texts: readonly string[] | string;
  readonly #parts: readonly unknown[];
  /** Of one without values, which is the same each time. */
  #fixed: string | undefined;

  /** @param texts  one more than the parts, which stand between them; or what stands between any two parts */
  constructor(texts: readonly string[] | string, parts: readonly unknown[]) {
    this.#texts = texts;
    this.#parts = parts;
    if (parts.length === 0) this.#fixed = this.#textAt(0);
  }

  /** Whether it has a parameter. */
  get hasValues(): boolean {
    return this.#fixed === undefined && this.#parts.some((part) => !(part instanceof Sql) || part.hasValues);
  }

  /** The rows that it gives. */
  async rows(db: Queryable, how?: HowPlanned): Promise<Row[]> {
    const statement = this.statement(how);
    const rows =
      'query' in db
        ? rowsApart(await db.query(statement))
        : await db.$queryRawUnsafe<Record<string, unknown>[]>(statement.text, ...statement.values);
    return inCamelCase(rows) as Row[];
  }

  /** The first of them; null when there is none. */
  async row(db: Queryable, how?: HowPlanned): Promise<Row | null> {
    return (await this.rows(db, how))[0] ?? null;
  }

  /** The row of what always gives one, such as a count. */
  async one(db: Queryable, how?: HowPlanned): Promise<Row> {
    return (await this.rows(db, how))[0] as Row;
  }

  /** Does what it says; gives how many rows it has written, or has found. */
  async run(db: Queryable): Promise<number> {
    const statement = this.statement();
    if ('query' in db) return (await db.query(statement)).rowCount ?? 0;
    return db.$executeRawUnsafe(statement.text, ...statement.values);
  }

  /** As pg takes it. */
  statement({ isPrepared = true }: HowPlanned = {}): Statement {
    const values: unknown[] = [];
    const shape = this.#gather(values, isPrepared ? anything : undefined);
    const made = shape?.made ?? this.#make(isPrepared);
    if (shape !== undefined) shape.made = made;
    // pg copies what a statement has of its own, property by property (3 µs); what it inherits it only reads.
    return Object.assign<Statement, object>(Object.create(made), { values });
  }

  /** Gives its values to those before it, and finds what it is put together from. */
  #gather(values: unknown[], before: Shape | undefined): Shape | undefined {
    if (this.#fixed !== undefined) return before?.followedBy(this.#fixed);
    const isList = typeof this.#texts === 'string';
    let shape = (isList ? before?.followedBy(this.#parts.length) : before)?.followedBy(this.#texts);
    for (const part of this.#parts) {
      if (part instanceof Sql) shape = part.#gather(values, shape);
      else {
        values.push(part ?? null);
        shape = shape?.followedBy(value);
      }
    }
    return shape;
  }

  #make(isPrepared: boolean): Made {
    const { text } = this.#write(0);
    const name = isPrepared ? nameOf(text, this.#texts) : undefined;
    return { text, types, ...(name !== undefined && { name }) };
  }

  /** @param before  values before its own */
  #write(before: number): { text: string; values: number } {
    if (this.#fixed !== undefined) return { text: this.#fixed, values: before };
    let values = before;
    let text = this.#textAt(0);
    for (const [place, part] of this.#parts.entries()) {
      const written =
        part instanceof Sql ? part.#write(values) : { text: `$${values + 1}`, values: values + 1 };
      text += written.text + this.#textAt(place + 1);
      values = written.values;
    }
    if (values === before) this.#fixed = text;
    return { text, values };
  }

  #textAt(place: number): string {
    if (typeof this.#texts !== 'string') return this.#texts[place] ?? '';
    return place === 0 || place === this.#parts.length ? '' : this.#texts;
  }
}

/** What of a statement is the same whatever its values are. */
type Made = Pick<pg.QueryConfig, 'text' | 'name' | 'types'>;

/** A template by its strings, which are one object for each place of the code; a text; a value; how many pieces follow. */
type Piece = readonly string[] | string | number | typeof value;

const value = Symbol('a value');

/**
 * What statements are put together from, piece by piece, and what was made of it: to write a text and to look up its name
 * again took 3 % of a request for metadata.
 */
class Shape {
  made: Made | undefined;
  readonly #next = new Map<Piece, Shape>();

  /** Undefined: it is one of too many to be kept. */
  followedBy(piece: Piece): Shape | undefined {
    const known = this.#next.get(piece);
    if (known !== undefined || shapes === maxShapes) return known;
    shapes += 1;
    const shape = new Shape();
    this.#next.set(piece, shape);
    return shape;
  }
}

/** Some 4 MB: what requests can vary without end, such as the size of a page, must not be kept without end. */
const maxShapes = 20_000;
let shapes = 0;
const anything = new Shape();

/** As many as the code has names. */
const identifiers = new Map<string, Sql>();

export const sql = Object.assign(
  <Row = unknown>(texts: TemplateStringsArray, ...parts: unknown[]): Sql<Row> => new Sql(texts, parts),
  {
    /** That all of these conditions hold. */
    all: (conditions: readonly Sql[]): Sql =>
      conditions.length === 0 ? sql`true` : sql`(${new Sql(' and ', conditions)})`,
    /** That one of these conditions holds. */
    any: (conditions: readonly Sql[]): Sql =>
      conditions.length === 0 ? sql`false` : sql`(${new Sql(' or ', conditions)})`,
    /** Pieces with the same between them. */
    join: (parts: readonly Sql[], between: '' | ', ' | ' union all ' | ' + '): Sql => new Sql(between, parts),
    /** Rows as a table, by the types that PostgreSQL has for what each holds. */
    unnest<Of extends object>(rows: readonly Of[], types: { [Name in keyof Of]?: Sql }): Sql {
      const columns = Object.entries<Sql | undefined>(types).map(
        ([name, type]) => sql`${rows.map((row) => row[name as keyof Of])}::${type}[]`,
      );
      return sql`unnest(${new Sql(', ', columns)})`;
    },
    /** The name of a table or a column, which the code knows. */
    identifier(name: string): Sql {
      const known = identifiers.get(name) ?? new Sql([pg.escapeIdentifier(name)], []);
      identifiers.set(name, known);
      return known;
    },
    /**
     * A value that stands in the text itself, where plans depend on it: of a limit as a parameter PostgreSQL expects a
     * tenth of all rows, and plans a page anew each time.
     */
    literal: (value: string | number): Sql =>
      new Sql([typeof value === 'number' ? String(value) : pg.escapeLiteral(value)], []),
  },
);

/** Of what templates are made into beside their first text, so many are kept prepared: each takes memory of a connection. */
const maxFurther = 100;

const names = new Map<string, string>();
const named = new WeakSet<readonly string[]>();
let further = 0;

/** The name under which connections keep a statement, by its text; undefined: it is planned each time. */
function nameOf(text: string, template: readonly string[] | string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const isFirst = typeof template !== 'string' && 'raw' in template && !named.has(template);
  if (!isFirst && further === maxFurther) return undefined;
  if (isFirst) named.add(template);
  else further += 1;
  const name = hash('sha1', text, 'base64url');
  names.set(text, name);
  return name;
}

/**
 * The rows of an answer, which does not hold them any more. Measured: in a long transaction the answers of pg kept one
 * another alive until V8 looked through its old objects, 11 MB after 20 answers of 500 KB; which promise does it was not
 * found.
 */
function rowsApart(answer: pg.QueryResult): Record<string, unknown>[] {
  const { rows } = answer;
  answer.rows = [];
  return rows;
}

function inCamelCase(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const columns = Object.keys(rows[0] ?? {});
  if (!columns.some((column) => column.includes('_'))) return rows;
  const under = columns.map((column) => [column, camelCase(column)] as const);
  return rows.map((row) => Object.fromEntries(under.map(([column, name]) => [name, row[column]])));
}

/** As many as statements of the code name. */
const camelCased = new Map<string, string>();

function camelCase(column: string): string {
  const known = camelCased.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelCased.set(column, name);
  return name;
}

const dateOid = 1082;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateOid
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** `isDraft` → `is_draft`, as every column of the models is mapped. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
