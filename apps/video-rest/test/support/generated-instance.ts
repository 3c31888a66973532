/** Instances with all kinds of values, as lines of an import, made from the declarations alone. */
import type { Field, Travelling } from '@campus/rest';
import fc from 'fast-check';
import type { Services } from '../../src/http/resources/services.ts';

/** A line of an import. */
export type Line = { resource: string; id: number } & Record<string, unknown>;

type Stored = Field<never>;
type Kind = Pick<Stored, 'type' | 'limits' | 'choices' | 'blank' | 'schema'>;

/** What stands for a link until it is known which objects there are. */
class Link {
  readonly path: string;
  readonly nth: number;
  constructor(path: string, nth: number) {
    [this.path, this.nth] = [path, nth];
  }
}

/** What spreadsheets, tables, JSON, markup and addresses take for something else than a text. */
const oddTexts = [
  ...['=1+1', "'=x", "''", '"', '""', '"a","b"', '@a', '-1', '+1', '\\"', '\\N', ',', ';,\n;'],
  ...['a\r\nb', 'a\rb\n\nc', 'a\n\ufeffb', 'a\u2028b', 'a\tb', 'a\u0001b\u007f'],
  ...['null', 'true', '[]', '{}', '0', '007', '1e9', '1.0', 'NaN', '__proto__'],
  ...[
    '<b>&amp;',
    '/rest/users/1/',
    'https://example.org/',
    '%00',
    'e\u0301 \u{1F469}\u200d\u{1F680} \u202ea',
  ],
];

/** Most are short, some as long as they may be. */
function textOf({ limits: { maxLength = 100 }, blank }: Kind): fc.Arbitrary<string> {
  const some = fc.string({ unit: 'grapheme', minLength: blank ? 0 : 1, maxLength: 20 });
  const long = fc.constant('\u00fc'.repeat(Math.min(maxLength, 5000)));
  return fc
    .oneof(
      { weight: 5, arbitrary: some },
      { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
      { weight: 1, arbitrary: long },
    )
    .map((text) => [...text].slice(0, maxLength).join(''));
}

/** Of any second, and any part of it that is kept; of all years that are written with four digits. */
const instants = fc
  .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

const emails = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9+_-]{0,30}$/), fc.domain())
  .map((parts) => parts.join('@'));

/** What a video with a password has instead of it. */
const passwords = fc.constant('********');

function numbers({ limits, schema }: Kind): fc.Arbitrary<number> {
  const { min = -2_147_483_648, max = 2_147_483_647 } = limits;
  if (schema.type === 'number')
    return fc.oneof(fc.double({ min: 0, max: 1e8, noNaN: true }), fc.integer({ min: 1000, max: 100_000 }));
  const least = Math.max(min, -50);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
    { weight: 5, arbitrary: fc.integer({ min: least, max: Math.min(max, least + 500) }) },
  );
}

function addresses({ limits: { maxLength = 200 } }: Kind): fc.Arbitrary<string> {
  return fc
    .webUrl({ withQueryParameters: true, withFragments: true })
    .filter((url) => [...url].length <= maxLength);
}

function texts(field: Kind & Pick<Stored, 'madeFrom'>): fc.Arbitrary<string> {
  const { schema, limits, madeFrom } = field;
  const { pattern, example, format, contentMediaType } = schema;
  if (contentMediaType === 'application/json') return fc.json({ maxDepth: 2 });
  if (format === 'email') return emails;
  if (pattern === undefined) return textOf(field);
  const some = fc
    .stringMatching(new RegExp(String(pattern), 'u'))
    .filter((text) => text.length <= (limits.maxLength ?? 100));
  if (madeFrom?.idDigits !== undefined) {
    const digits = fc
      .integer({ min: 1, max: 20_000 })
      .map((id) => String(id).padStart(madeFrom.idDigits ?? 0, '0'));
    return fc.tuple(digits, some).map((parts) => parts.join('-'));
  }
  // What keeps to the pattern need not keep to all that is asked.
  return example === undefined
    ? some
    : fc.oneof({ weight: 1, arbitrary: some }, { weight: 3, arbitrary: fc.constant(String(example)) });
}

function single(field: Kind & Pick<Stored, 'imported' | 'madeFrom'>): fc.Arbitrary<unknown> {
  const { type, choices, schema } = field;
  if (field.imported !== undefined) return passwords;
  if (choices !== undefined) return fc.constantFrom(...choices.map(({ value }) => value));
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || schema.type === 'number') return numbers(field);
  if (type === 'datetime') return instants;
  if (type === 'date') return instants.map((text) => text.slice(0, 10));
  if (type === 'url') return addresses(field);
  return texts(field);
}

function someOf(field: Stored): fc.Arbitrary<unknown> {
  const { target, isList, isTranslated, isFile, stored, schema } = field;
  if (isFile) return fc.record(Object.fromEntries(stored.map((one) => [one.name, anyOf(one)])));
  if (target !== undefined) {
    const { path } = target();
    const link = fc.nat({ max: 5 }).map((nth) => new Link(path, nth));
    return isList ? fc.uniqueArray(link, { maxLength: 4, selector: ({ nth }) => nth }) : link;
  }
  if (isList) {
    const { maxLength = 30 } = (schema.items ?? {}) as { maxLength?: number };
    return fc.uniqueArray(textOf({ ...field, limits: { maxLength }, blank: false }), { maxLength: 4 });
  }
  if (!isTranslated) return single(field);
  const text = fc.option(textOf(field), { freq: 4 });
  return fc.record({ en: text, fr: text });
}

/** A value, nothing, or undefined where it may be left out. */
function anyOf(field: Stored): fc.Arbitrary<unknown> {
  const value = someOf(field);
  if (field.required || field.isFile) return value;
  const or = field.nullable ? [null, undefined] : [undefined];
  return fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...or) });
}

/** Small, or as large as one may be and be kept. */
const ids = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 900_000_000, max: 999_999_000 }));

/** Lines of all that travels. Some break a rule that no declaration tells, and are refused. */
export function generatedInstance(travelling: readonly Travelling<Services>[]): fc.Arbitrary<Line[]> {
  const objects = travelling.map(({ resource: { path, actions }, fields, keys }) =>
    fc
      .uniqueArray(
        fc.record({
          ...Object.fromEntries(fields.map((field) => [field.name, anyOf(field as Stored)])),
          // What comes to be with another is found by that.
          ...(!actions.includes('create') &&
            Object.fromEntries((keys[0] ?? []).map((field) => [field.name, someOf(field as Stored)]))),
          id: ids,
        }),
        { minLength: 1, maxLength: 3, selector: ({ id }) => id },
      )
      .map((some) => some.map((one): Line => ({ resource: path, ...one }))),
  );
  return fc.tuple(...objects).map((each) => {
    const there: Objects = new Map(travelling.map((one) => [one.resource.path, { of: one, made: [] }]));
    const lines = each.flat().flatMap((line) => {
      const one = linked(line, there);
      const { of, made = [] } = there.get(line.resource) ?? {};
      if (of === undefined || made.some((other) => isMadeWithSame(of, one, other))) return [];
      made.push(one);
      return [one];
    });
    return Object.assign(lines, { [fc.toStringMethod]: () => `an instance of ${lines.length} lines` });
  });
}

/** Whether both would be what comes to be with one other object, as its owner does with a user. */
function isMadeWithSame(
  { resource: { actions }, keys }: Travelling<Services>,
  one: Line,
  other: Line,
): boolean {
  const key = keys[0] ?? [];
  return !actions.includes('create') && key.every(({ name }) => one[name] === other[name]);
}

/** By path, what there is so far. */
type Objects = Map<string, { of: Travelling<Services>; made: Line[] }>;

/** A line that links to objects that stand before it, as an export has them. */
function linked(line: Line, there: Objects): Line {
  const above = Object.values(line).map((value) =>
    value instanceof Link && value.path === line.resource ? objectOf(value, there) : undefined,
  );
  // What is below another of its kind is a part of the same whole.
  const same = above.find((one) => one !== undefined);
  const values = Object.entries(line).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.flatMap((one) => addressOf(one, there) ?? [])];
    const isSame = value instanceof Link && value.path !== line.resource && same?.[name] !== undefined;
    return [name, isSame ? same[name] : addressOf(value, there)];
  });
  return Object.fromEntries(values);
}

function objectOf({ path, nth }: Link, there: Objects): Line | undefined {
  const { of, made } = there.get(path) ?? { made: [] };
  const named = made.filter((one) => of !== undefined && keyOf(of, one) !== undefined);
  return named[nth % named.length];
}

/** What its address shows of an object; undefined: the service makes it. */
function keyOf({ resource, fields }: Travelling<Services>, line: Line): unknown {
  const field = fields.find(({ columns }) => columns[0] === resource.lookup.column);
  return line[field?.name ?? 'id'];
}

/** The address that a link stands for, null where there is nothing yet; any other value as it is. */
function addressOf(value: unknown, there: Objects): unknown {
  if (!(value instanceof Link)) return value;
  const [of, object] = [there.get(value.path)?.of, objectOf(value, there)];
  if (of === undefined || object === undefined) return null;
  return `/rest/${value.path}/${String(keyOf(of, object))}/`;
}
