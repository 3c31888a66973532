import type { Translated } from '@campus/pages';
import {
  type MetadataTextName,
  type OwnTextName,
  type RegisteredTextName,
  registeredTextNames,
} from '../domain/registered-texts.ts';
import { z } from './schema.ts';
import { cleanText, optionalDepartment, optionalText, someText } from './text.ts';

/** What programs and people see of a registered text; how it is treated stands in `signing/registered-texts.ts`. */
export interface RegistrationField<Text extends string | null = string | null> {
  /** Its name in bodies, and of its input in the form. */
  wire: string;
  input: z.ZodType<Text>;
  output: z.ZodType<Text>;
  label: Translated;
  help?: Translated;
  /** Where people read it beside the form. */
  shownIn: readonly ('record' | 'list')[];
}

/** In the order of the form. */
export const registrationFields = {
  title: {
    wire: 'title',
    input: someText.openapi({ description: 'Title of the document' }),
    output: z.string(),
    example: 'Convention de stage - Ada Martin',
    label: { en: 'Title of the document', fr: 'Titre du document' },
    shownIn: [],
  },
  companyName: {
    wire: 'companyname',
    input: someText.openapi({ description: 'Name of the host organisation' }),
    output: z.string(),
    example: 'Example Industries',
    label: { en: 'Host organisation', fr: 'Organisme d’accueil' },
    shownIn: ['record', 'list'],
  },
  school: {
    wire: 'school',
    input: someText.openapi({ description: 'Name of the institution' }),
    output: z.string(),
    example: 'Example University',
    label: { en: 'Institution', fr: 'Établissement' },
    shownIn: ['record'],
  },
  reference: {
    wire: 'reference',
    input: optionalText.openapi({
      description: "The institution's own number; unique per kind",
      example: '2026-0042',
    }),
    output: z
      .string()
      .nullable()
      .openapi({ description: "The institution's own number", example: '2026-0042' }),
    label: { en: 'Reference', fr: 'Référence' },
    help: {
      en: "The institution's own number, if there is one. No other agreement or amendment may have it.",
      fr: 'Le numéro propre à l’établissement, s’il y en a un. Aucune autre convention, aucun autre avenant ne peut le porter.',
    },
    shownIn: ['record', 'list'],
  },
  department: {
    wire: 'department',
    input: optionalDepartment.openapi({
      description:
        'Of the institution, by which accounts and tokens may be restricted; absent of an amendment: that of its agreement',
      example: 'Physics',
    }),
    output: z.string().nullable().openapi({ description: 'Of the institution', example: 'Physics' }),
    label: { en: 'Department', fr: 'Département' },
    help: {
      en: 'An amendment has that of its agreement, unless another is named here.',
      fr: 'Un avenant a celui de sa convention, sauf si un autre est indiqué ici.',
    },
    shownIn: ['record', 'list'],
  },
  workflowId: {
    wire: 'workflowId',
    input: cleanText.openapi({ description: 'Workflow of the signing application; may be empty' }),
    output: z.string(),
    example: 'internship-5',
    label: { en: 'Signing circuit', fr: 'Circuit de signature' },
    help: {
      en: 'Its name in the signing application; it may be empty.',
      fr: 'Son nom dans l’application de signature\u202f; il peut être vide.',
    },
    shownIn: ['record'],
  },
} as const satisfies Record<MetadataTextName, RegistrationField<string> & { example: string }> &
  Record<OwnTextName, RegistrationField>;

export const registrationFieldNames = Object.keys(registrationFields) as RegisteredTextName[];

/** The fields of a place, what is the institution's own first. */
export function fieldsShownIn(place: RegistrationField['shownIn'][number]) {
  return registeredTextNames
    .map((name): { name: RegisteredTextName } & RegistrationField => ({ name, ...registrationFields[name] }))
    .filter(({ shownIn }) => shownIn.includes(place));
}

type WireName<Name extends RegisteredTextName> = (typeof registrationFields)[Name]['wire'];

/** Something of each field by its name on the wire. */
export function underWireNames<Name extends RegisteredTextName, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): { [Each in Name as WireName<Each>]: Value } {
  return Object.fromEntries(names.map((name) => [registrationFields[name].wire, of(name)])) as {
    [Each in Name as WireName<Each>]: Value;
  };
}

/** The texts of a body by our names. */
export function fromWire<Name extends RegisteredTextName, Text extends string | null>(
  names: readonly Name[],
  body: { [Each in Name as WireName<Each>]: Text },
): Record<Name, Text> {
  return Object.fromEntries(
    names.map((name) => [name, (body as Record<string, Text>)[registrationFields[name].wire]]),
  ) as Record<Name, Text>;
}
