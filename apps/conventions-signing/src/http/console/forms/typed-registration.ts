import { formText } from '@campus/accounts';
import type { Language, Problems } from '@campus/pages';
import type { Request } from 'express';
import type { TemplateContent } from '../../../data/templates.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import {
  metadataTextNames,
  type OwnTexts,
  ownTextNames,
  type RegisteredTextName,
} from '../../../domain/registered-texts.ts';
import type { SigningMetadata } from '../../../domain/signable.ts';
import { metadataInput, ownInput } from '../../../wire/inputs.ts';
import { readMetadata } from '../../../wire/read-metadata.ts';
import {
  fromWire,
  registrationFieldNames,
  registrationFields,
  underWireNames,
} from '../../../wire/registration-fields.ts';
import * as people from './typed-people.ts';

/** A registration as somebody has typed it, right or wrong. */
export interface TypedRegistration extends people.TypedPeople {
  texts: Record<RegisteredTextName, string>;
}

function textsOf(typed: (name: RegisteredTextName) => string): TypedRegistration['texts'] {
  return Object.fromEntries(
    registrationFieldNames.map((name) => [name, typed(name)]),
  ) as TypedRegistration['texts'];
}

export const emptyRegistration: TypedRegistration = { texts: textsOf(() => ''), ...people.nobodyTyped };

/** What was typed into the form. */
export function typedRegistrationIn(form: Pick<Request, 'body'>): TypedRegistration {
  const text = (name: string) => formText(form, name).trim();
  return {
    texts: textsOf((name) => text(registrationFields[name].wire)),
    ...people.typedPeopleIn(form),
  };
}

/** The form filled in with what is registered. */
export function typedFrom(record: SignableRecord): TypedRegistration {
  return {
    texts: textsOf((name) => record[name] ?? ''),
    ...people.typedPeopleOf({
      signatories: record.signatories.map((signatory) => ({ ...signatory, role: '' })),
      watchers: record.watchers,
    }),
  };
}

/** The same filled in with a template: its workflow, its roles with the people that they always have, its watchers. */
export function typedWithTemplate(typed: TypedRegistration, template: TemplateContent): TypedRegistration {
  return {
    texts: { ...typed.texts, workflowId: template.workflowId },
    ...people.typedPeopleOf(template),
  };
}

/** What is to be registered, by the rules of the API, or what is wrong with it. */
export function checkRegistration(
  { texts, signatories, watchers }: TypedRegistration,
  language: Language,
): { metadata: SigningMetadata; own: OwnTexts; problems?: never } | { problems: Problems } {
  const metadata = metadataInput.safeParse({
    ...underWireNames(metadataTextNames, (name) => texts[name]),
    signatory: signatories.map(({ role: _role, order, ...person }) => ({
      ...person,
      order: people.numberIn(order),
    })),
    watchers: people.mailsIn(watchers),
  });
  const own = ownInput.safeParse(underWireNames(ownTextNames, (name) => texts[name] || null));
  if (metadata.success && own.success)
    return { metadata: readMetadata(metadata.data), own: fromWire(ownTextNames, own.data) };
  const issues = [...(metadata.error?.issues ?? []), ...(own.error?.issues ?? [])];
  return { problems: people.problemsByField(issues, { watchers, language }) };
}
