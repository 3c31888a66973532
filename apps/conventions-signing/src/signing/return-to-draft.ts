import { addToHistory } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { updateState } from '../data/signables.ts';
import type { SigningDeps } from './dependencies.ts';
import { SigningError } from './errors.ts';
import { lockOrRefuse } from './lock-or-refuse.ts';
import { type SetAside, setAsideRound } from './set-aside.ts';
import type { SignableRef } from './signable.ts';
import { refuseStale, type Standing } from './standing.ts';

/**
 * Takes an agreement or amendment back from signing or signed, inside or outside the tool, to draft. The contract has no call that
 * would tell the signing application: its reference is part of what is set aside.
 *
 * @param expected  where the record stood when somebody decided; absent: however it stands
 * @throws SigningError  `signable_not_found`, `changed_meanwhile`, `not_in_signing` (it is a draft already)
 */
export function returnToDraft(
  deps: SigningDeps,
  {
    ref,
    actor,
    reason,
    expected,
  }: {
    ref: SignableRef;
    actor: string;
    reason?: string | undefined;
    expected?: Standing | undefined;
  },
): Promise<SetAside> {
  return inTransaction(deps.db, async (tx) => {
    const signable = await lockOrRefuse(tx, ref);
    refuseStale(signable, expected, ref);
    const at = deps.now();
    const setAside = await setAsideRound(tx, signable, { at, actor });
    if (setAside === null) {
      throw new SigningError('not_in_signing', `${ref.kind} ${ref.number} is a draft already`);
    }
    await updateState(tx, signable.id, { state: 'draft', roundStartedAt: null, signedOutside: false });
    await addToHistory(tx, {
      signableId: signable.id,
      at,
      event: 'returned-to-draft',
      actor,
      detail: { reason, setAside },
    });
    return setAside;
  });
}
