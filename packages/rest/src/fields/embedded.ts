import { type DeclaredField, declareField, type FieldOptions, type LinkTarget } from '../field.ts';

/**
 * The objects of an ordered list of links as they are shown themselves: those that exist for the caller, as far as the
 * answer has room for them.
 *
 * @param options.column  the list of their ids
 * @param options.within  the member in which each of them stands
 * @param options.schema  JSON Schema of one of them
 */
export function embedded(
  target: () => LinkTarget & { columns: readonly string[] },
  {
    label,
    column,
    within,
    schema,
  }: Pick<FieldOptions, 'label'> & { column: string; within: string; schema: Record<string, unknown> },
): DeclaredField<unknown> {
  return (name) => {
    const gathered = `${name} shown`;
    return declareField<unknown>(
      { label, readOnly: true },
      {
        type: 'field',
        schema: {
          type: 'array',
          items: { type: 'object', required: [within], properties: { [within]: schema } },
        },
        columns: [column],
        isDerived: true,
        columnsIn: () => [],
        async gather(rows, { shown }) {
          const idsOf = (row: (typeof rows)[number]) => row[column] as number[];
          const objects = await shown(target(), [...new Set(rows.flatMap(idsOf))]);
          return rows.map((row) => ({
            ...row,
            [gathered]: idsOf(row).flatMap((id) => (objects.has(id) ? [{ [within]: objects.get(id) }] : [])),
          }));
        },
        show: (row) => row[gathered] ?? [],
      },
    )(name);
  };
}
