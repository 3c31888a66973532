/** What an OpenAPI document promises, to be held against a running service. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Json = Record<string, unknown>;

interface Content {
  [type: string]: { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
}

interface Answer {
  $ref?: string;
  content?: Content;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Json;
  example?: unknown;
}

interface Documented {
  operationId: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
}

/** What is used of an OpenAPI 3.1 document. */
export interface PromisedApi {
  paths: Record<string, Record<string, Documented> & { parameters?: Parameter[] }>;
  components: { schemas: Record<string, Json>; responses?: Record<string, Answer> };
  tags: { name: string; description?: string }[];
}

const methods = ['head', 'get', 'post', 'put', 'patch', 'delete'] as const;

/** A call of the document. */
export interface PromisedCall extends Documented {
  /** `POST /rest/types/` */
  line: string;
  method: (typeof methods)[number];
  path: string;
  parameters: Parameter[];
}

/** An answer as it came. */
interface Came {
  status: number;
  type: string;
  body: unknown;
}

/** The calls of a document, in its order. */
export function callsOf({ paths }: PromisedApi): PromisedCall[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ ...operation, line: `${method.toUpperCase()} ${path}`, method, path, parameters }];
    }),
  );
}

/** Compares answers and examples with what a document promises of them. */
export function promisesOf({ components, paths, tags }: PromisedApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const name of ['binary', 'password']) ajv.addFormat(name, true);
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(open(schema) as Json, name);

  const compiled = new Map<Json, ValidateFunction>();
  const differences = (value: unknown, schema: Json): string[] => {
    const isAsPromised = compiled.get(schema) ?? ajv.compile(closed(schema) as Json);
    compiled.set(schema, isAsPromised);
    if (isAsPromised(value)) return [];
    return (isAsPromised.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath || '/', message, params.unevaluatedProperty].filter(Boolean).join(' '),
    );
  };
  const referred = (answer: Answer | undefined): Answer | undefined =>
    answer?.$ref === undefined
      ? answer
      : components.responses?.[answer.$ref.replace('#/components/responses/', '')];
  const examplesIn = (content: Content = {}) =>
    Object.entries(content).flatMap(([type, { schema, example, examples }]) => {
      if (schema === undefined || schema.format === 'binary') return [];
      const all = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
      return all.flatMap((one) =>
        one === undefined
          ? [`${type} has no example`]
          : differences(one, schema).map((what) => `${type} ${what}`),
      );
    });

  return {
    /** What is wrong with an answer: undocumented, or of another form. */
    differencesOf({ method, responses }: PromisedCall, { status, type, body }: Came): string[] {
      const promised = referred(responses[status]);
      if (promised === undefined) return [`${status} is not documented`];
      if (method === 'head') return [];
      if (promised.content === undefined)
        return type === '' ? [] : [`${status} is to have no body, has ${type}`];
      const content = promised.content[type];
      if (content === undefined)
        return [`${status} is not documented as ${type || 'an answer without a body'}`];
      return content.schema === undefined || !/[/+]json$/.test(type) ? [] : differences(body, content.schema);
    },
    /** Calls without an example, or with one that the document itself does not allow. */
    examplesAmiss(): string[] {
      return callsOf({ components, paths, tags }).flatMap(({ line, parameters, requestBody, responses }) => [
        ...parameters
          .filter(({ required, example }) => required === true && example === undefined)
          .map(({ name }) => `${line}: ${name} has no example`),
        ...examplesIn(requestBody?.content).map((what) => `${line}: ${what}`),
        ...Object.entries(responses).flatMap(([status, answer]) =>
          examplesIn(referred(answer)?.content).map((what) => `${line} ${status}: ${what}`),
        ),
      ]);
    },
  };
}

/** The schema for what comes from the service: nothing may be there that it does not have. */
function closed(schema: unknown): unknown {
  const inner = open(schema);
  const isOfMembers =
    typeof inner === 'object' &&
    inner !== null &&
    ['$ref', 'properties', 'anyOf', 'allOf'].some((word) => word in inner);
  return isOfMembers ? { unevaluatedProperties: false, ...inner } : inner;
}

/** The same of what stands within it. */
function open(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, properties, items, additionalProperties, anyOf, allOf, ...rest } = schema as Json;
  const all = (schemas: unknown) => (schemas as unknown[]).map(open);
  return {
    ...rest,
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/components/schemas/', '') }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Json).map(([name, one]) => [name, closed(one)]),
      ),
    }),
    ...(items !== undefined && { items: closed(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: closed(additionalProperties) }),
    ...(anyOf !== undefined && { anyOf: all(anyOf) }),
    ...(allOf !== undefined && { allOf: all(allOf) }),
  };
}
