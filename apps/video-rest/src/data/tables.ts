import { tables as generated } from '../../generated/tables.ts';

/** A table that resources are kept in, as `prisma/generate-tables.mjs` reads it out of the schema. */
export interface Table {
  /** In the database. */
  name: string;
  /** Its columns, as records name them. */
  columns: readonly string[];
  /** Those of the columns that hold instants. */
  instants: readonly string[];
  /** Records that it refers to: the name of the relation and the table; the column is `<relation>Id`. */
  joins: Readonly<Record<string, string>>;
  /**
   * Relations of many to many: the table between, which of its columns has the id of either side, and the other table.
   * Those that have an order of their own have it in the column `place`.
   */
  links: Readonly<Record<string, { table: string; own: string; other: string; to: string; place?: string }>>;
  /** Rows of other tables that refer to this one: the table, and its column with the id; read here, never written. */
  parts?: Readonly<Record<string, { table: string; own: string }>>;
  /** The column that notes when a row was last changed. */
  changedAt?: string;
  /** Columns of texts without a limit, which count in the size of an answer; those of some hundred characters do not. */
  longTexts: readonly string[];
}

/** Every table of the schema that has an id, by its name. */
export const tables: Tables = generated;

export type Tables = Readonly<Record<string, Table>>;

/** The tables of a new instance that are not empty, with their schema: migrations fill them. */
export const tablesWithFirstRows = [
  'public.name_words',
  'public.renditions',
  'public.row_counts',
  'public.sites',
  'public.video_types',
];
