import { UsageError } from '@campus/service/command-line';
import { answerOf, type SigningClient, type SigningRecord } from '../index.ts';

/** An agreement or amendment, as paths of the API name it. */
export interface RecordRef {
  kind: 'conventions' | 'avenants';
  id: number;
}

/** Reads `conventions/7`. @throws UsageError */
export function refIn(given: string): RecordRef {
  const [, kind, id] = /^(conventions|avenants)\/([1-9]\d{0,8})$/.exec(given) ?? [];
  if (kind === undefined)
    throw new UsageError(`a record must be conventions/<id> or avenants/<id>, got "${given}"`);
  return { kind: kind as RecordRef['kind'], id: Number(id) };
}

/** A path of records of either kind, whose types are the same. */
export function pathOf<Rest extends string>(
  { kind }: Pick<RecordRef, 'kind'>,
  rest: Rest,
): `/api/conventions${Rest}` {
  return `/api/${kind}${rest}` as `/api/conventions${Rest}`;
}

/** The record as it is now. @throws ApiError */
export function recordOf({ api }: SigningClient, ref: RecordRef): Promise<SigningRecord> {
  return answerOf(api.GET(pathOf(ref, '/{id}'), { params: { path: { id: ref.id } } }));
}
