import * as rest from '@campus/rest';
import type { KeptColumns } from '../../data/kept-files.ts';
import { changeKept, type KeptKind, keep, removeKept } from '../../library/keep.ts';
import type { Services } from './services.ts';

/** How files and images are found, listed and written. */
export function keptObjects<Read extends { title: string }>(kind: KeptKind<Services, Read>) {
  return {
    table: kind.table,
    filters: {
      ...rest.eachEquals('id', 'folder', 'name'),
      name__icontains: rest.contains('name'),
      created_by: rest.equals('created_by'),
    },
    search: ['name'] as const,
    ordering: ['name'] as const,
    hooks: hooksOf(kind),
  };
}

function hooksOf<Read extends { title: string }>(
  kind: KeptKind<Services, Read>,
): NonNullable<rest.Resource<Services>['hooks']> {
  return {
    // The fields have made these values what the record takes; the engine has made sure of the file.
    create({ services, caller, values, file, alongside }) {
      if (file === undefined) throw new Error(`one of the ${kind.table} without its content came through`);
      const columns = values as unknown as KeptColumns;
      return keep(kind, services, { columns, file, callerId: caller.id, alongside });
    },
    update(row, { services, caller, values, file }) {
      if (file === undefined) return values;
      const sent = { file, callerId: caller.id };
      return changeKept(kind, services, { id: Number(row.id), changes: values, sent });
    },
    remove: ({ id }, { services, caller: by }) =>
      removeKept(services, { table: kind.table, id: Number(id), by }),
  };
}
