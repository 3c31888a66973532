/**
 * What a client may send (OPTIONS), in the shape of Django REST Framework that existing clients read. Fields stand
 * there only for a caller who may write them.
 */
import type { Language } from '@campus/pages';
import type { Field } from '../field.ts';
import { bodyTypes, mediaTypes } from '../media-types.ts';
import { capitalised } from '../messages.ts';
import { ok } from '../outcome.ts';
import type { Resource } from '../resource.ts';
import type { ActionRoute, Operation, Work } from '../route.ts';
import type { Row } from '../store.ts';

/** OPTIONS of a list; the fields stand under POST. */
export function describeList<Services>(resource: Resource<Services>): Operation<Services> {
  return { may: () => true, changes: false, act: async (work) => ok(describeResource(resource, work, null)) };
}

/** OPTIONS of an object; the fields stand under PUT. */
export function describeObject<Services>(resource: Resource<Services>): Operation<Services> {
  return {
    may: () => true,
    changes: false,
    finds: 'seen',
    act: async (work, row) => ok(describeResource(resource, work, row)),
  };
}

/** OPTIONS of a declared action; the fields stand under each method that takes some. */
export function describeAction<Services>(
  route: Pick<ActionRoute<Services>, 'title' | 'description' | 'on' | 'operations'>,
): Operation<Services> {
  const { title, description, on, operations } = route;
  return {
    may: () => true,
    changes: false,
    ...(on === 'object' ? { finds: 'seen' } : {}),
    async act({ caller, language }) {
      const open = [...operations].filter(
        ([method, { may, takes = [] }]) => method !== 'HEAD' && takes.length > 0 && may(caller),
      );
      const fields = open.map(
        ([method, { takes = [] }]) => [method, describeFields(takes, language)] as const,
      );
      return ok({
        name: title.en,
        description: description?.en ?? '',
        ...media,
        actions: fields.length > 0 ? Object.fromEntries(fields) : undefined,
      });
    },
  };
}

const media = { renders: [mediaTypes.json, mediaTypes.page], parses: bodyTypes };

function describeResource<Services>(
  { name, actions, rights, fields }: Resource<Services>,
  { caller, language }: Work<Services>,
  row: Row | null,
): unknown {
  const isList = row === null;
  const action = isList ? 'create' : 'update';
  const writable =
    actions.includes(action) &&
    rights.may(caller, action) &&
    (isList || rights.mayChange?.(caller, row) !== false);
  return {
    name: `${name.en} ${isList ? 'List' : 'Instance'}`,
    description: '',
    ...media,
    actions: writable ? { [isList ? 'POST' : 'PUT']: describeFields(fields, language) } : undefined,
  };
}

function describeFields(fields: readonly Field<never>[], language: Language): Record<string, unknown> {
  const own = fields.filter(({ aliasOf }) => aliasOf === undefined);
  return Object.fromEntries(own.map((field) => [field.name, describeField(field, language)]));
}

function describeField(field: Field<never>, language: Language): Record<string, unknown> {
  const { maxLength, minLength, min, max } = field.limits;
  return {
    type: field.type,
    required: field.required,
    read_only: field.readOnly,
    label: capitalised(field.label[language]),
    min_length: minLength,
    max_length: maxLength,
    min_value: min,
    max_value: max,
    choices: field.choices,
  };
}
