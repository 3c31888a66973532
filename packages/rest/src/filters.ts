import { nextDay, type Pair, startOfDay } from '@campus/pages';
import { type Field, FieldProblem, type ParseContext } from './field.ts';
import { boolean } from './fields/simple.ts';
import { readText } from './fields/text.ts';
import { conditionAt } from './hyperlink.ts';
import { parseDay } from './instants.ts';
import { byId } from './lookup.ts';
import type { Condition } from './store.ts';

type AnyField = Field<never>;

/** One query parameter that restricts a list: the field that it is about, by its name, and how its text becomes a rule. */
export interface DeclaredFilter<Name extends string = string> {
  field: Name;
  /** What a person gives: a value as of the field, a text, the first or the last day, a year, yes or no. */
  asks: 'value' | 'text' | 'part' | 'first day' | 'last day' | 'year' | 'yes or no';
  /** How people call it; made from the field and what it asks when absent. */
  label?: Pair;
  /** Another name of a filter, for clients that know it by that: not offered to people. */
  isAlias?: boolean;
  /** Several values are as good as one: rows are listed that meet any of them. */
  isRepeatable?: boolean;
  /** @throws FieldProblem */
  condition(field: AnyField, given: string, context: ParseContext): Promise<Condition> | Condition;
}

/** The same under another name, for clients that know it by that. */
export function alias<Name extends string>(filter: DeclaredFilter<Name>): DeclaredFilter<Name> {
  return { ...filter, isAlias: true };
}

/** The field has this value, or holds it where it has many; a relation is named by its id or its URL. */
export function equals<Name extends string>(field: Name): DeclaredFilter<Name> {
  return {
    field,
    asks: 'value',
    async condition({ columns: own, columnsIn, target, isList, type, parse }, given, context) {
      const columns = columnsIn(context.language);
      if (target === undefined && isList) {
        const [value] = (await parse([given], context)) as unknown[];
        return { columns: own, operator: 'holds', value };
      }
      if (target === undefined) {
        const value =
          type === 'string' || type === 'slug' ? readText(given, {}) : await parse(given, context);
        return { columns, operator: 'equals', value };
      }
      const rule = byId.find(given.trim(), context.caller) ?? conditionAt(given, target(), context);
      const found = await context.look(target(), rule);
      if (typeof found === 'string') throw new FieldProblem({ code: 'filter_no_such_object' });
      return isList
        ? { columns: own, operator: 'holds', value: found.id }
        : { columns, operator: 'equals', value: found.id };
    },
  };
}

/** Several fields, each by a filter of its own name. */
export function eachEquals<const Name extends string>(...fields: Name[]): Record<Name, DeclaredFilter<Name>> {
  return Object.fromEntries(fields.map((field) => [field, equals(field)])) as never;
}

/** The text is this one, whatever the case of its letters. */
export function equalsIgnoringCase<Name extends string>(field: Name): DeclaredFilter<Name> {
  return {
    field,
    asks: 'text',
    condition: ({ columns }, given) => ({
      columns,
      operator: 'equalsIgnoringCase',
      value: readText(given, {}),
    }),
  };
}

/** The slug is this one; slugs are in lower case, whatever the request writes. */
export function hasSlug(): DeclaredFilter<'slug'> {
  return {
    field: 'slug',
    asks: 'text',
    condition: ({ columns }, given) => ({
      columns,
      operator: 'equals',
      value: readText(given, {}).toLowerCase(),
    }),
  };
}

/** The text holds this one, whatever the case of its letters. */
export function contains<Name extends string>(field: Name): DeclaredFilter<Name> {
  return {
    field,
    asks: 'part',
    condition: ({ columnsIn }, given, { language }) => ({
      columns: columnsIn(language),
      operator: 'contains',
      value: readText(given, {}),
    }),
  };
}

/** At this instant or day or later. */
export function from<Name extends string>(field: Name): DeclaredFilter<Name> {
  return {
    field,
    asks: 'first day',
    async condition({ columns, type, parse }, given, context) {
      const day = type === 'datetime' ? parseDay(given) : null;
      const value = day === null ? await parse(given, context) : startOfDay(day, context.timeZone);
      return { columns, operator: 'from', value };
    },
  };
}

/** At this instant or earlier; a day counts whole. */
export function to<Name extends string>(field: Name): DeclaredFilter<Name> {
  return {
    field,
    asks: 'last day',
    async condition({ columns, type, parse }, given, context) {
      const day = type === 'datetime' ? parseDay(given) : null;
      if (day === null) return { columns, operator: 'to', value: await parse(given, context) };
      return { columns, operator: 'before', value: startOfDay(nextDay(day), context.timeZone) };
    },
  };
}

/** In one calendar year of the instance's time zone. Gives two rules in one: none of the rows before, none after. */
export function inYear<Name extends string>(field: Name): DeclaredFilter<Name> {
  return {
    field,
    asks: 'year',
    condition({ columns, type }, given, { timeZone }) {
      if (!/^[1-9]\d{3}$/.test(given.trim())) throw new FieldProblem({ code: 'not_a_number' });
      const [first, last] = [`${given.trim()}-01-01`, `${given.trim()}-12-31`];
      return {
        allOf:
          type === 'date'
            ? [
                { columns, operator: 'from', value: first },
                { columns, operator: 'to', value: last },
              ]
            : [
                { columns, operator: 'from', value: startOfDay(first, timeZone) },
                { columns, operator: 'before', value: startOfDay(nextDay(last), timeZone) },
              ],
      };
    },
  };
}

/** Yes or no, about what a field says in its own way. */
export function whether<Name extends string>(
  field: Name,
  rule: (wanted: boolean) => Condition,
): DeclaredFilter<Name> {
  const { parse } = boolean()(field);
  return {
    field,
    asks: 'yes or no',
    condition: (_declared, given, context) => rule(parse(given, context) === true),
  };
}
