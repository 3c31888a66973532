import * as rest from '@campus/rest';
import { tableStore } from '../../data/table-store.ts';
import { removeObject } from '../../deletions/deletions.ts';
import { resources } from './resources.ts';
import type { Services } from './services.ts';

/** The store of each resource, by its table. */
export function storesIn(deps: Pick<Services, 'db' | 'jobs'>): (table: string) => rest.Store {
  const stores = new Map<string, rest.Store>(
    resources.map((resource) => {
      const { table } = resource;
      const store = tableStore(deps.db, table, rest.columnsOf(resource));
      return [table, { ...store, remove: (id, by) => removeObject(deps, { table, id, by }) }];
    }),
  );
  return (table) => {
    const store = stores.get(table);
    if (store === undefined) throw new Error(`no resource declares the table ${table}`);
    return store;
  };
}
