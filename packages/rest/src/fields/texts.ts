import { type DeclaredField, declareField, type FieldOptions, FieldProblem } from '../field.ts';
import { typeName } from '../hyperlink.ts';
import { readText } from './text.ts';

/**
 * Short texts, each once, in the order given: a list in JSON, repeated members in a form.
 *
 * @param options.maxLength  of one of them, in characters; absent: any
 * @param options.blank      whether one of them may be empty
 */
export function texts({
  maxItems,
  maxLength,
  ...options
}: FieldOptions & { maxItems: number; maxLength?: number }): DeclaredField<unknown> {
  return declareField<unknown>(
    { default: [], ...options },
    {
      type: 'list',
      schema: { type: 'array', maxItems, items: { type: 'string', maxLength } },
      isList: true,
      columnsIn: () => [],
      parse(given) {
        if (!Array.isArray(given))
          throw new FieldProblem({ code: 'not_a_list', values: { type: typeName(given) } });
        if (given.length > maxItems)
          throw new FieldProblem({ code: 'too_many_links', values: { limit: maxItems } });
        return [...new Set(given.map((one) => readText(one, { blank: options.blank, maxLength })))];
      },
    },
  );
}
