const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };
const counts = { created: count, updated: count, unchanged: count, refused: count };
/** What an import tells of its lines, as JSON Schema. */
export const importReport = {
  type: 'object',
  required: [
    'dry_run',
    'written',
    'lines',
    'created',
    'updated',
    'unchanged',
    'refused',
    'resources',
    'problems',
    'changes',
  ],
  properties: {
    ...{ dry_run: { type: 'boolean' }, written: { type: 'boolean' } },
    ...{ lines: count, ...counts },
    resources: {
      type: 'object',
      additionalProperties: { type: 'object', required: Object.keys(counts), properties: counts },
    },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['line', 'resource', 'field', 'value', 'message'],
        properties: {
          line: count,
          resource: { type: ['string', 'null'] },
          field: text,
          value: text,
          message: text,
        },
      },
    },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['line', 'resource', 'does', 'object', 'fields'],
        properties: {
          ...{ line: count, resource: text, does: { type: 'string', enum: ['create', 'update'] } },
          ...{ object: text, fields: { type: 'array', items: text } },
        },
      },
    },
  },
};
