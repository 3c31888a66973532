import { columnsOf, type Store } from '@campus/rest';
import type { Database } from '../../data/open-database.ts';
import { tableStore } from '../../data/table-store.ts';
import { resources } from './resources.ts';

/** The store of each resource, by its table. */
export function storesIn(db: Database): (table: string) => Store {
  const stores = new Map(
    resources.map((resource) => [resource.table, tableStore(db, resource.table, columnsOf(resource))]),
  );
  return (table) => {
    const store = stores.get(table);
    if (store === undefined) throw new Error(`no resource declares the table ${table}`);
    return store;
  };
}
