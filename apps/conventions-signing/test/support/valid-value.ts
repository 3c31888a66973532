import type { JsonSchema } from '@campus/testing/hostile';
import fc from 'fast-check';

/** Gives the schema that a `$ref` names. */
type Resolve = (ref: string) => JsonSchema;

/** A value that the schema allows; `known` gives better ones for the members that it names. */
export function validValue(
  schema: JsonSchema,
  { resolve, known }: { resolve: Resolve; known: Record<string, fc.Arbitrary<unknown>> },
  name = '',
): fc.Arbitrary<unknown> {
  const context = { resolve, known };
  const special = known[name];
  if (special !== undefined) return special;
  if (schema.$ref !== undefined) return validValue(resolve(schema.$ref), context, name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => validValue(choice, context, name)));
  const [type = 'object', ...otherTypes] = [schema.type ?? []].flat();
  if (otherTypes.length > 0)
    return fc.oneof(
      ...[type, ...otherTypes].map((each) => validValue({ ...schema, type: each }, context, name)),
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
      return fc.array(validValue(schema.items ?? {}, context), length);
    }
    default: {
      const members = Object.entries(schema.properties ?? {}).map(
        ([key, member]) => [key, validValue(member, context, key)] as const,
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
