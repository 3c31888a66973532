/**
 * Which objects travel between instances, and what of each: as its declaration says, so that a new resource needs no line
 * for it. What is made of other things does not travel, nor what is told only once.
 */
import { type Language, languages } from '@campus/pages';
import type { Caller } from '../caller.ts';
import { InvalidInput } from '../errors.ts';
import type { Field, ShowContext } from '../field.ts';
import { objectUrl } from '../hyperlink.ts';
import type { Resource } from '../resource.ts';
import type { Row } from '../store.ts';
import type { ExchangeStore } from './exchange-store.ts';

/** A resource whose objects travel. */
export interface Travelling<Services> {
  resource: Resource<Services>;
  /** Those that a line has, in their order. */
  fields: readonly Field<Services>[];
  /** Those that tell one object from all others, wherever it is, the best first; none: its id does. */
  keys: readonly (readonly Field<Services>[])[];
  /** What is read of each row that leaves. */
  columns: readonly string[];
  /** The same, and what tells who may change it. */
  judgedColumns: readonly string[];
  /** Whether an import may write any. */
  isWritten: boolean;
}

/** All that can be exported, each after what it refers to. */
export function travellingOf<Services>(
  resources: readonly Resource<Services>[],
  store: Pick<ExchangeStore, 'holds'>,
): ReadonlyMap<string, Travelling<Services>> {
  const all = new Map(
    resources
      .filter(({ actions }) => actions.includes('list'))
      .map((resource) => [resource.path, travelling(resource, store)]),
  );
  const ordered = new Map<string, Travelling<Services>>();
  const visit = (path: string, above: readonly string[]) => {
    const found = all.get(path);
    if (found === undefined || ordered.has(path) || above.includes(path)) return;
    for (const { target } of found.fields) if (target !== undefined) visit(target().path, [...above, path]);
    ordered.set(path, found);
  };
  for (const path of all.keys()) visit(path, []);
  return ordered;
}

function travelling<Services>(
  resource: Resource<Services>,
  { holds }: Pick<ExchangeStore, 'holds'>,
): Travelling<Services> {
  const { table, actions, uniqueTogether, lookup, rights } = resource;
  const fields = resource.fields.filter((field) => {
    if (field.isFile) return field.stored.length > 0;
    const [column] = field.columns;
    return !field.isDerived && field.aliasOf === undefined && column !== undefined && holds(table, column);
  });
  const single = fields.filter((field) => field.unique !== undefined || field.type === 'slug');
  const several = uniqueTogether.map(({ columns }) =>
    fields.filter((field) => field.columns.some((column) => columns.includes(column))),
  );
  const keys = [
    ...single
      .toSorted((one, other) => Number(other.type === 'slug') - Number(one.type === 'slug'))
      .map((field) => [field]),
    ...several,
  ];
  const shownColumns = fields
    .flatMap((field) => (field.isFile ? field.stored : [field]))
    .flatMap((field) => field.columns);
  const columns = [...new Set(['id', lookup.column, ...shownColumns])];
  return {
    resource,
    fields,
    keys,
    columns,
    judgedColumns: [...new Set([...columns, ...(rights.judgedBy ?? [])])],
    // What nobody makes is found by a key, if at all: its id is another elsewhere.
    isWritten:
      (actions.includes('create') || (actions.includes('update') && keys.length > 0)) &&
      !resource.fields.some(({ isShownOnce }) => isShownOnce),
  };
}

/** The paths of what an import may write. */
export function writtenIn(travelling: ReadonlyMap<string, Pick<Travelling<never>, 'isWritten'>>): string[] {
  return [...travelling].flatMap(([path, { isWritten }]) => (isWritten ? [path] : []));
}

/** @param known  the paths of those that there are */
export function noSuchResource(known: readonly string[]): InvalidInput {
  return new InvalidInput({
    resource: [{ code: 'no_such_resource', values: { known: known.join(', ') } }],
  });
}

/** Whether somebody may write any of its objects by lines. */
export function mayImport<Services>(
  { isWritten, resource: { actions, rights } }: Pick<Travelling<Services>, 'isWritten' | 'resource'>,
  caller: Caller,
): boolean {
  const ways = (['create', 'update'] as const).filter((action) => actions.includes(action));
  return isWritten && ways.some((action) => rights.may(caller, action));
}

/** The address of an object without the host, which is how others refer to it. */
export function addressIn<Services>({ path, lookup }: Resource<Services>, row: Row): string {
  return objectUrl('', path, row[lookup.column]);
}

/** What travels of a row, by field. */
export function membersOf<Services>(
  { fields }: Pick<Travelling<Services>, 'fields'>,
  row: Row,
  context: ShowContext<Services>,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const field of fields) members[field.name] = memberOf(field, row, context);
  return members;
}

/** What travels of one field. */
export function memberOf<Services>(
  field: Field<Services>,
  row: Row,
  context: ShowContext<Services>,
): unknown {
  if (field.isFile) return membersOf({ fields: field.stored }, row, context as ShowContext<never>);
  if (field.isTranslated)
    return Object.fromEntries(
      languages.map((language) => [language, row[columnIn(field, language)] ?? null]),
    );
  return field.show(row, context);
}

function columnIn(field: Pick<Field<never>, 'columnsIn'>, language: Language): string {
  return field.columnsIn(language)[0] ?? '';
}

/** The heads of a table that has an object on each line: what has members has a column for each, `title.fr`. */
export function headsOf<Services>({ fields }: Pick<Travelling<Services>, 'fields'>): string[] {
  return fields.flatMap(({ name, isFile, isTranslated, stored }) => {
    const members = isFile ? stored.map((one) => one.name) : isTranslated ? languages : undefined;
    return members?.map((member) => `${name}.${member}`) ?? [name];
  });
}
