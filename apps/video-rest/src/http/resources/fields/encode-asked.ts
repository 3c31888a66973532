import * as rest from '@campus/rest';

/** Whether a video is to be encoded, with its upload or later; it is no column, and never shown. */
export function encodeAsked(): rest.DeclaredField<unknown> {
  return (name) => {
    const field = rest.boolean({ label: ['Encode at once', 'Encoder aussitôt'], writeOnly: true })(name);
    const description =
      'Asks for a run of the encoder; absent: a new source is encoded where the instance is configured so';
    return {
      ...field,
      columns: [],
      columnsIn: () => [],
      schema: { ...field.schema, writeOnly: true, description },
    };
  };
}
