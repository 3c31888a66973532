/** What the OpenAPI document tells of objects, and of what is sent: bodies and parameters. */
import { exampleOfSchema } from '@campus/service';
import { exampleAddress, exampleKey, exampleOf, exampleValue } from './example-of.ts';
import type { Field } from './field.ts';
import { bodyTypes, mediaTypes } from './media-types.ts';
import { type Json, ofTypes, schemaName, schemaNamed } from './openapi-answers.ts';
import { defaultPageSize, maxPageSize } from './query.ts';
import type { Resource } from './resource.ts';

export function schemasOf<Services>(resource: Resource<Services>, base: string): Json {
  const { name, fields, actions } = resource;
  const shown = fields.filter(({ writeOnly }) => !writeOnly);
  const written = fields.filter(({ readOnly }) => !readOnly);
  const output = {
    [schemaName(name.en)]: {
      type: 'object',
      required: shown.filter(({ isShownOnce }) => !isShownOnce).map((field) => field.name),
      properties: propertiesOf(shown, { resource, base }),
    },
  };
  if (!actions.includes('create') && !actions.includes('update')) return output;
  const required = written.filter((field) => field.required).map((field) => field.name);
  const sent = { ...propertiesOf(written, { resource, base }), ...filesOf(written) };
  return {
    ...output,
    [schemaName(`${name.en}Input`)]: { type: 'object', required, properties: sent },
    [schemaName(`${name.en}Changes`)]: { type: 'object', properties: sent },
  };
}

function propertiesOf<Services>(
  fields: readonly Field<Services>[],
  { resource, base }: { resource: Resource<Services>; base: string },
): Json {
  return Object.fromEntries(
    fields.map((field) => {
      const schema = schemaOf(field);
      // What the schemas of these do not know: where the instance is.
      if (field.isAddress) return [field.name, { ...schema, example: exampleAddress(resource, base) }];
      const isLink = field.target !== undefined;
      return [field.name, isLink ? { ...schema, example: exampleValue(field, spoken(base)) } : schema];
    }),
  );
}

/** The document is in English. */
function spoken(base: string) {
  return { language: 'en', base } as const;
}

/** Files as they are sent; what is answered is where they are. */
function filesOf<Services>(fields: readonly Field<Services>[]): Json {
  const file = { type: 'string', format: 'binary', description: 'a file part of multipart/form-data' };
  return Object.fromEntries(fields.flatMap(({ name, isFile }) => (isFile ? [[name, file]] : [])));
}

function schemaOf<Services>(field: Field<Services>): Json {
  const { nullable, readOnly, isShownOnce, aliasOf, type } = field;
  const schema = field.blank ? orBlank(field.schema) : field.schema;
  const isNullable = nullable || (readOnly && type === 'datetime');
  return {
    ...schema,
    ...(isNullable && typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(isNullable && Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
    ...(readOnly && { readOnly }),
    ...(isShownOnce && { description: 'only in the answer that creates the object' }),
    ...(aliasOf !== undefined && { description: `another name of \`${aliasOf}\`` }),
  };
}

/** An empty text is of no format. */
function orBlank({ format, pattern, ...schema }: Field<never>['schema']): Json {
  if (format === undefined && pattern === undefined) return schema;
  return { ...schema, anyOf: [{ format, pattern }, { const: '' }] };
}

export function body<Services>(resource: Resource<Services>, kind: 'Input' | 'Changes', base: string): Json {
  const { name, takesFile, fields } = resource;
  const schema = schemaNamed(`${name.en}${kind}`);
  const files = fields.filter(({ isFile, required }) => isFile && required);
  const isWithFile = kind === 'Input' && files.length > 0;
  const types = takesFile && isWithFile ? [mediaTypes.multipart] : bodyTypes;
  const sent = exampleOf(resource, { context: spoken(base) });
  const [named = ''] = fields.filter((field) => field.name in sent).map((field) => field.name);
  const example =
    kind === 'Input'
      ? {
          ...sent,
          ...(isWithFile &&
            (exampleOfSchema(
              { type: 'object', required: files.map((file) => file.name), properties: filesOf(files) },
              { name: '' },
            ) as Json)),
        }
      : { [named]: sent[named] };
  return { required: kind === 'Input', content: ofTypes(types, schema, example) };
}

/** What an action takes: parameters of a GET, else a body. */
export function takenBy<Services>(
  fields: readonly Field<Services>[],
  asked: { method: string; resource: Resource<Services>; base: string; isList: boolean },
): Json {
  const { method, resource, base, isList } = asked;
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  if (method === 'GET') {
    const own = fields.map((field) => {
      const { name, required } = field;
      return { name, in: 'query', required, schema: schemaOf(field) };
    });
    return { parameters: isList ? [...own, ...listParameters(resource)] : own };
  }
  if (fields.length === 0) return {};
  const isRequired = required.length > 0;
  const schema = {
    type: 'object',
    properties: propertiesOf(fields, { resource, base }),
    required: isRequired ? required : undefined,
  };
  return { requestBody: { required: isRequired, content: ofTypes(bodyTypes, schema) } };
}

export function keyOf<Services>(resource: Resource<Services>): Json[] {
  const { column: name } = resource.lookup;
  const example = String(exampleKey(resource));
  return [{ name, in: 'path', required: true, schema: { type: 'string' }, example }];
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'a request that is sent again with the same key gets the answer of the first, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The parameters of a list: paging, search, order, and its filters. */
export function listParameters<Services>({ filters }: Pick<Resource<Services>, 'filters'>): Json[] {
  const size = { type: 'integer', minimum: 1, maximum: maxPageSize };
  return [
    query('page', { type: 'string', default: '1' }, 'a number from 1, or `last`'),
    query('page_size', { ...size, default: defaultPageSize }, 'also as `limit`'),
    query('offset', { type: 'integer', minimum: 0 }, 'rows to skip, instead of `page`'),
    query('search', { type: 'string' }, 'words that must all be found'),
    query('ordering', { type: 'string' }, 'fields, separated by commas; `-` before one for descending order'),
    ...filterParameters({ filters }),
  ];
}

/** The filters of a resource as parameters. */
export function filterParameters<Services>({ filters }: Pick<Resource<Services>, 'filters'>): Json[] {
  return [...filters].map(([name, { field, filter }]) =>
    query(
      name,
      filter.isRepeatable === true ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
      field.target === undefined ? `by \`${field.name}\`` : `by \`${field.name}\`: an id or a URL`,
    ),
  );
}

function query(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', schema, description };
}
