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

/** What is used of an operation in an OpenAPI document. */
export interface ApiOperation {
  parameters?: { name: string; in: string; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
}

/** What is used of an OpenAPI document. */
export interface ApiDocument {
  paths?: Record<string, Record<string, ApiOperation>>;
  components?: { schemas?: Record<string, JsonSchema> };
}

/** The schema of `components` that a `$ref` names. */
export function schemaNamed({ components }: ApiDocument, ref: string): JsonSchema {
  return components?.schemas?.[ref.split('/').at(-1) ?? ''] ?? {};
}
