import type { Page, PageAsked, Place } from '@campus/feed';
import { type Caller, objectUrl, type Resource, type Row, type Store } from '@campus/rest';
import { type ChangeKind, findChanges, findSeesAs, type StoredChange } from '../../data/changes.ts';
import type { Database } from '../../data/open-database.ts';
import { isStaff } from '../../domain/ownership.ts';
import type { Services } from '../resources/services.ts';
import { toldResources } from '../resources/told-resources.ts';
import { videos } from '../resources/videos.ts';

/** What became of an object, as somebody is told who may know. */
export interface SeenChange {
  place: Place;
  at: Date;
  kind: ChangeKind;
  path: string;
  id: number;
  /** What its address shows; undefined: nobody knows any more. */
  key: unknown;
  /** The video that it is a part of. */
  videoId: number | null;
  /** Those that have changed. */
  fields: string[];
}

/** What of it stands in a page of changes and in a webhook. @param base  the public address, without a slash at the end */
export function toldOf({ path, id, key, videoId, fields }: SeenChange, base: string) {
  return {
    resource: path,
    id,
    url: key === undefined ? null : objectUrl(base, path, key),
    video: videoId === null ? null : objectUrl(base, videos.path, videoId),
    fields,
  };
}

/** So many changes are looked through for those that somebody may know of. */
export const lookedThrough = 1_000;

const byTable = new Map(toldResources.map((resource) => [resource.table, resource]));

/** Columns by which it is known who sees a row, and what of it. */
function judging({ lookup, rights, fields }: Resource<Services>): string[] {
  const some = fields.filter(({ isShownTo }) => isShownTo !== undefined);
  return [
    ...new Set(['id', lookup.column, ...(rights.judgedBy ?? []), ...some.flatMap(({ columns }) => columns)]),
  ];
}

export interface SeeingDeps {
  db: Database;
  storeOf: (table: string) => Store;
}

/** A page of the changes that somebody may know of, by the rights of this moment. */
export async function seeChanges(
  deps: SeeingDeps,
  { after, size, scope: caller }: PageAsked<Caller>,
): Promise<Page<SeenChange>> {
  const most = isStaff(caller) ? size + 1 : lookedThrough;
  const stored = await findChanges(deps.db.pool, { after: after.position, most });
  const seen = await seeStored(deps, { stored, caller });
  const results = seen.slice(0, size);
  const last = results.at(-1);
  if (last !== undefined && seen.length > size) return { results, place: last.place, hasMore: true };
  return { results, place: stored.at(-1)?.place ?? after, hasMore: stored.length === most };
}

/** What a caller may know of some changes, by the rights of this moment. */
export async function seeStored(
  { db, storeOf }: SeeingDeps,
  { stored, caller }: { stored: readonly StoredChange[]; caller: Caller },
): Promise<SeenChange[]> {
  const seesAs = stored.some(({ seenBy }) => seenBy !== null) && (await findSeesAs(db, caller.id));
  const rows = await visibleRows(storeOf, { stored, caller });
  return stored.flatMap((change) => tell(change, { caller, rows, seesAs: seesAs || new Set() }) ?? []);
}

/** By table and id. */
type Rows = ReadonlyMap<string, Row>;

const nameOf = (table: string, id: unknown) => `${table} ${id}`;

/** The objects of changes, and what they are parts of, that the caller sees. */
async function visibleRows(
  storeOf: (table: string) => Store,
  { stored, caller }: { stored: readonly StoredChange[]; caller: Caller },
): Promise<Rows> {
  const ids = new Map<string, Set<number>>();
  const add = (table: string, id: number) => ids.set(table, (ids.get(table) ?? new Set()).add(id));
  for (const { kind, tableName, objectId, wholeId } of stored) {
    if (kind !== 'deleted') add(tableName, objectId);
    else if (wholeId !== null) add(videos.table, wholeId);
  }
  const found = [...ids].map(async ([table, wanted]) => {
    const resource = byTable.get(table);
    if (resource === undefined || !resource.rights.may(caller, 'retrieve')) return [];
    const { rows } = await storeOf(table).pick(
      {
        columns: judging(resource),
        ids: [...wanted].toSorted((one, other) => one - other),
        conditions: resource.rights.sees(caller),
        maxBytes: Number.MAX_SAFE_INTEGER,
      },
      { caller: caller.username, signal: AbortSignal.timeout(lookMs) },
    );
    return rows.map((row) => [nameOf(table, row.id), row] as const);
  });
  return new Map((await Promise.all(found)).flat());
}

/** Beyond what a statement may take anyway. */
const lookMs = 60_000;

/**
 * What a caller is told of a change; undefined: nothing. What was closed to them is told as what was deleted, once, and what
 * they never saw is not told.
 */
function tell(
  { place, at, kind, tableName, objectId: id, wholeId: videoId, columns, seenBy }: StoredChange,
  { caller, rows, seesAs }: { caller: Caller; rows: Rows; seesAs: ReadonlySet<number> },
): SeenChange | undefined {
  const resource = byTable.get(tableName);
  if (resource === undefined) return undefined;
  const { path, lookup, rights } = resource;
  const row = kind === 'deleted' ? undefined : rows.get(nameOf(tableName, id));
  const change = { place, at, path, id, videoId, fields: [] };
  const wasSeen = seenBy?.some((who) => seesAs.has(who)) === true;
  if (row !== undefined) {
    const fields = kind === 'created' ? [] : changedFields(resource, { row, columns, caller });
    // What changed may be nothing of theirs, or that others see it.
    const isNews = fields.length > 0 || (seenBy !== null && !wasSeen && !isStaff(caller));
    if (kind === 'changed' && !isNews) return undefined;
    return { ...change, kind, key: row[lookup.column], fields };
  }
  const isTold =
    kind !== 'deleted'
      ? wasSeen && !isStaff(caller)
      : isStaff(caller) || wasSeen || (seenBy === null && isOpen());
  const key = lookup.column === 'id' ? id : undefined;
  return isTold && rights.may(caller, 'retrieve') ? { ...change, kind: 'deleted', key } : undefined;

  function isOpen(): boolean {
    return videoId === null ? rights.sees(caller).length === 0 : rows.has(nameOf(videos.table, videoId));
  }
}

/** The fields that these columns stand in, as far as the caller is shown them. */
function changedFields(
  { fields }: Resource<Services>,
  { row, columns, caller }: { row: Row; columns: readonly string[]; caller: Caller },
): string[] {
  return fields
    .filter(
      ({ columns: own, writeOnly, aliasOf, isShownTo }) =>
        !writeOnly &&
        aliasOf === undefined &&
        own.some((column) => columns.includes(column)) &&
        isShownTo?.(caller, row) !== false,
    )
    .map(({ name }) => name);
}
