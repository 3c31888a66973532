import type { Queryable } from '@campus/database';
import { type ExchangeStore, type Travelling, travellingOf } from '@campus/rest';
import { createTurns, type TurnLimits, type Turns } from '@campus/service';
import { requireSuperuser } from '../../accounts/people.ts';
import { exchangeStore } from '../../data/exchange-store.ts';
import { requireTrees } from '../../videos/arrange-themes.ts';
import { resources } from '../resources/resources.ts';
import type { Services } from '../resources/services.ts';

/** Each holds a connection of the database, and what it reads at a time. */
export const exportLimits = {
  atATime: 2,
  atATimePerCaller: 1,
  waiting: 8,
  waitingPerCaller: 2,
  retryAfterSeconds: 30,
} satisfies TurnLimits;

/** Each is one transaction, for which whoever makes objects of the same kinds waits. */
export const importLimits = { ...exportLimits, atATime: 1 } satisfies TurnLimits;

/** Of a body that is imported while its sender waits. */
export const maxImportBytes = 64 * 1024 * 1024;

/** What leaves and comes is exchanged with. */
export interface Exchange {
  store: ExchangeStore;
  /** What travels, by the path of its resource, each after what it refers to. */
  travelling: ReadonlyMap<string, Travelling<Services>>;
  exports: Turns;
  imports: Turns;
}

/** @param options.alongside  what else each transaction that writes does, when it has written */
export function openExchange(
  { db }: Pick<Services, 'db'>,
  { alongside }: { alongside?: (tx: Queryable) => Promise<void> } = {},
): Exchange {
  const store = exchangeStore(db, {
    async check(tx) {
      await requireTrees(tx);
      await requireSuperuser(tx);
    },
    alongside,
  });
  return {
    store,
    travelling: travellingOf(resources, store),
    exports: createTurns(exportLimits),
    imports: createTurns(importLimits),
  };
}
