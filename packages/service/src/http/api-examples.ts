/**
 * Examples of OpenAPI 3.1 documents, made of what their schemas say: `example`, `const`, `default`, `enum`, a format, else
 * the name of the value.
 */

type Json = Record<string, unknown>;

/** What is used of a JSON Schema. */
interface Schema extends Json {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Shown extends Json {
  schema?: Schema;
}

type Content = Record<string, Shown>;

interface Parameter extends Shown {
  name: string;
  required?: boolean;
}

/** What is used of a document: parts may be absent. */
interface ApiDocument {
  paths?: object;
  components?: { schemas?: object; responses?: object };
}

/** How a value is called, where it stands, and what its references lead to. */
interface Place {
  name: string;
  schemas?: Readonly<Record<string, Schema>>;
}

/**
 * The same document with an example in whatever is sent and got that has none: required parameters, bodies and answers.
 * What parameters may be that can be left out stands in their schema, where pages to try requests from do not fill it in.
 */
export function withExamples<Document extends ApiDocument>(document: Document): Document {
  const schemas = document.components?.schemas as Place['schemas'];
  const withContent = (of: unknown) => {
    const { content, ...rest } = of as { content?: Content };
    if (content === undefined) return of;
    const shown = mapValues(content, (one) => withExample(one, { name: 'body', schemas }));
    return { ...rest, content: shown };
  };
  const withParameters = (given: readonly Parameter[]) =>
    given.map((one) => withExampleOfParameter(one, schemas));
  const withAnswers = (answers: object) => mapValues(answers, (one) => withContent(one));
  const withOperation = (operation: Json) => ({
    ...operation,
    ...(operation.requestBody !== undefined && { requestBody: withContent(operation.requestBody) }),
    ...(operation.responses !== undefined && { responses: withAnswers(operation.responses as object) }),
  });
  const paths = mapValues((document.paths ?? {}) as Record<string, Json>, (item) =>
    mapValues(item, (part, key) => {
      if (key === 'parameters') return part === undefined ? part : withParameters(part as Parameter[]);
      if (typeof part !== 'object' || part === null) return part;
      const { parameters } = part as { parameters?: Parameter[] };
      const operation = withOperation(part as Json);
      return parameters === undefined ? operation : { ...operation, parameters: withParameters(parameters) };
    }),
  );
  const { components } = document;
  const responses = components?.responses && withAnswers(components.responses);
  return { ...document, paths, components: { ...components, ...(responses && { responses }) } };
}

/** A value as its schema wants it. */
export function exampleOfSchema(given: object, place: Place): unknown {
  const schema = resolved(given as Schema, place);
  for (const word of ['example', 'const', 'default'] as const)
    if (schema[word] !== undefined) return schema[word];
  for (const word of ['examples', 'enum'] as const) if (Array.isArray(schema[word])) return schema[word][0];
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative !== undefined) return exampleOfSchema(alternative, place);
  // What adds a word to another schema has no type.
  const typed = schema.allOf?.filter(({ $ref, type }) => $ref !== undefined || type !== undefined);
  if (typed !== undefined) return Object.assign({}, ...typed.map((one) => exampleOfSchema(one, place)));
  const types = [schema.type ?? (schema.properties === undefined ? 'string' : 'object')].flat();
  const [type] = types;
  const isPlain = schema.format === undefined && type !== 'object' && type !== 'array';
  if (isPlain && types.includes('null')) return null;
  switch (type) {
    case 'object':
      return objectOf(schema, place);
    case 'array':
      return schema.items === undefined ? [] : [exampleOfSchema(schema.items, place)];
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, Number(schema.minimum ?? 1)), Number(schema.maximum ?? 1e9));
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return formed[schema.format ?? ''] ?? capitalised(place.name);
  }
}

/** What may be left out is, unless it says what it may be. */
function objectOf({ properties, required = [], additionalProperties }: Schema, place: Place): Json {
  if (properties !== undefined) {
    const shown = Object.entries(properties).filter(
      ([name, { example }]) => required.includes(name) || example !== undefined,
    );
    return Object.fromEntries(
      shown.map(([name, schema]) => [name, exampleOfSchema(schema, { ...place, name })]),
    );
  }
  if (typeof additionalProperties !== 'object') return {};
  return { name: exampleOfSchema(additionalProperties, place) };
}

/** Texts by their format. */
const formed: Readonly<Record<string, string>> = {
  binary: '(the bytes of a file)',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'name@example.org',
  uri: 'https://example.org/',
  uuid: '0198c1de-7a52-7d31-9c1f-5b7a3f0e2d64',
};

function withExample<One extends Shown>(shown: One, place: Place): One {
  const { schema, example, examples } = shown;
  if (schema === undefined || example !== undefined || examples !== undefined) return shown;
  return { ...shown, example: exampleOfSchema(schema, place) };
}

function withExampleOfParameter(parameter: Parameter, schemas: Place['schemas']): Parameter {
  const { name, required, schema } = parameter;
  const place = { name, schemas };
  if (required === true || schema === undefined) return withExample(parameter, place);
  const says = ['example', 'examples', 'default', 'enum', 'const'].some((word) => word in schema);
  return says
    ? parameter
    : { ...parameter, schema: { ...schema, examples: [exampleOfSchema(schema, place)] } };
}

function resolved(schema: Schema, { schemas }: Place): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas?.[schema.$ref.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`${schema.$ref} is nowhere in the document`);
  const { $ref, ...beside } = schema;
  return { ...found, ...beside };
}

function mapValues<Value, Other>(
  of: Record<string, Value> | object,
  map: (value: Value, key: string) => Other,
) {
  return Object.fromEntries(
    Object.entries(of as Record<string, Value>).map(([key, value]) => [key, map(value, key)]),
  );
}

/** `companyname` → `Companyname` */
function capitalised(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
