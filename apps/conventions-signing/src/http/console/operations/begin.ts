import { personActor } from '../../../data/history.ts';
import { findStandings } from '../../../data/standings.ts';
import { type Asked, beginOperation } from '../../../operations/begin-operation.ts';
import { operationAddress } from '../../addresses.ts';
import { requestKeyOf } from '../forms/hidden-fields.ts';
import type { ActionDeps, Visit } from '../session/reader.ts';

/** Begins an operation in the name of the reader, and leads to its page. */
export async function begin(
  visit: ActionDeps & Visit,
  { reason = null, newRounds = false, ...asked }: Pick<Asked, 'action' | 'records'> & Partial<Asked>,
): Promise<void> {
  const { db, request, response, reader } = visit;
  const { scope } = reader.account;
  // A form may name what its page never showed.
  const seen = scope === 'everything' ? [] : await findStandings(db.pool, asked.records, scope);
  const records = asked.records.map((record, index) => (seen[index]?.state === null ? seen[index] : record));
  const id = await beginOperation(visit, {
    ...asked,
    records,
    reason,
    newRounds,
    actor: personActor(reader.account),
    key: requestKeyOf(request, reader.account),
    show: (operation) => operation.id,
  });
  response.redirect(303, operationAddress(id));
}
