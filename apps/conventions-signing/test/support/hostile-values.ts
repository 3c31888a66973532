/** Values made from the JSON schemas of an OpenAPI document, and what an enemy makes of them. */
import fc from 'fast-check';

/** What is used of JSON Schema. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Gives the schema that a `$ref` names. */
export type Resolve = (ref: string) => JsonSchema;

/** Texts that have broken parsers, databases, logs and pages before. */
export const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202ecnesrever\u202c',
    '\ufeff',
    '\u2028',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-0',
    "'; drop table signables; --",
    '%00%s%n',
    '{{7*7}}',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '\r\nSet-Cookie: a=b',
    'é́́'.repeat(50),
    '👩‍👩‍👧‍👦',
    'x'.repeat(1001),
    'y'.repeat(100_000),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

const oddNumber = fc.constantFrom(
  0,
  -1,
  0.5,
  1e-320,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  999_999_999_999,
);

const oddValue = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [[[[]]]], { $ref: '#' }, { length: 1e9 }, [null], {
    toString: 1,
  }),
  fc.array(fc.constant(null), { minLength: 101, maxLength: 101 }),
);

/** A value that the schema allows; `known` gives better ones for the members that it names. */
export function valueFor(
  schema: JsonSchema,
  { resolve, known }: { resolve: Resolve; known: Record<string, fc.Arbitrary<unknown>> },
  name = '',
): fc.Arbitrary<unknown> {
  const context = { resolve, known };
  const special = known[name];
  if (special !== undefined) return special;
  if (schema.$ref !== undefined) return valueFor(resolve(schema.$ref), context, name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueFor(choice, context, name)));
  const [type = 'object', ...otherTypes] = [schema.type ?? []].flat();
  if (otherTypes.length > 0)
    return fc.oneof(
      ...[type, ...otherTypes].map((each) => valueFor({ ...schema, type: each }, context, name)),
    );
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'string':
      return textOf(schema);
    case 'array': {
      const length = { minLength: schema.minItems ?? 0, maxLength: Math.max(schema.minItems ?? 0, 4) };
      return fc.array(valueFor(schema.items ?? {}, context), length);
    }
    default: {
      const members = Object.entries(schema.properties ?? {}).map(
        ([key, member]) => [key, valueFor(member, context, key)] as const,
      );
      return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
    }
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(Math.max(minLength, 40), maxLength) });
}

/** The same value with one to three of its places spoiled: replaced, removed, added to. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(1000),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
    name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'id', 'state', 'actor'), oddText),
    by: oddValue,
  });
  return fc.tuple(value, fc.array(change, { minLength: 1, maxLength: 3 })).map(([start, changes]) => {
    let whole: unknown = structuredClone(start);
    for (const { at, how, name, by: odd } of changes) {
      // A copy: an odd value put into itself would have no end.
      const by = structuredClone(odd);
      const places = placesIn(whole);
      const place = places[at % (places.length + 1)];
      if (place === undefined) whole = how === 'add' ? [whole] : by;
      else if (how === 'remove') delete place.holder[place.key];
      else {
        const isAdded = how === 'add' && !Array.isArray(place.holder);
        // An own member even when its name is __proto__.
        Object.defineProperty(place.holder, isAdded ? name : place.key, ownMember(by));
      }
    }
    return whole;
  });
}

function placesIn(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function ownMember(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
