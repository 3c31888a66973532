import type { Cursors } from '@campus/feed';
import type { z } from 'zod';
import type { LedgerChange } from '../data/changes.ts';
import type { changeOutput } from './outputs.ts';
import { showEvent } from './show.ts';
import { wireKinds } from './words.ts';

export function showChange(change: LedgerChange, cursors: Cursors): z.output<typeof changeOutput> {
  const { place, kind, number, state, round } = change;
  const { at, event, actor, detail } = showEvent(change);
  return {
    cursor: cursors.ofChange(place),
    at,
    event,
    actor,
    kind: wireKinds[kind],
    recordId: number,
    state,
    round,
    detail,
  };
}
