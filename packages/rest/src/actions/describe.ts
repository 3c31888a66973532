import { capitalised } from '../capitalised.ts';
import type { Exchange } from '../exchange.ts';
import type { Field } from '../field.ts';
import { pageType } from '../negotiate.ts';
import { mediaTypes } from '../read-body.ts';
import type { Row } from '../store.ts';

/**
 * What a client may send (OPTIONS), in the shape of Django REST Framework that existing clients read. The
 * fields stand there only for a caller who may write: under POST for a list, under PUT for an object.
 *
 * @param row  the object; null for a list
 */
export function describe<Services>(
  { resource, caller, language }: Exchange<Services>,
  row: Row | null,
): unknown {
  const isList = row === null;
  const action = isList ? 'create' : 'update';
  const writable =
    resource.actions.includes(action) &&
    resource.rights.may(caller, action) &&
    (isList || resource.rights.mayChange?.(caller, row) !== false);
  const fields = Object.fromEntries(
    resource.fields
      .filter(({ aliasOf }) => aliasOf === undefined)
      .map((field) => [field.name, describeField(field)]),
  );
  return {
    name: `${resource.name.en} ${isList ? 'List' : 'Instance'}`,
    description: '',
    renders: [mediaTypes.json, pageType],
    parses: [mediaTypes.json, mediaTypes.form, mediaTypes.multipart],
    ...(writable ? { actions: { [isList ? 'POST' : 'PUT']: fields } } : {}),
  };

  function describeField(field: Field<Services>): Record<string, unknown> {
    const { maxLength, minLength, min, max } = field.limits;
    return {
      type: field.type,
      required: field.required,
      read_only: field.readOnly,
      label: capitalised(field.label[language]),
      ...(minLength === undefined ? {} : { min_length: minLength }),
      ...(maxLength === undefined ? {} : { max_length: maxLength }),
      ...(min === undefined ? {} : { min_value: min }),
      ...(max === undefined ? {} : { max_value: max }),
      ...(field.choices === undefined ? {} : { choices: field.choices }),
    };
  }
}
