import { formText } from '@campus/accounts';
import type { Language, Problems } from '@campus/pages';
import type { Request } from 'express';
import type { TemplateContent } from '../../../data/templates.ts';
import { refuseRepeated, signatoryInput, watcher } from '../../../wire/inputs.ts';
import { z } from '../../../wire/schema.ts';
import { cleanText, someText } from '../../../wire/text.ts';
import * as people from '../forms/typed-people.ts';

/** A template as somebody has typed it, right or wrong. */
export interface TypedTemplate extends people.TypedPeople {
  name: string;
  workflowId: string;
}

export const emptyTemplate: TypedTemplate = { name: '', workflowId: '', ...people.nobodyTyped };

/** Signatories of a template, and watchers: a plain form holds them well within its limit. */
export const maxRoles = 100;

/** The rules of a registration, but that people may be missing. */
const templateInput = z.strictObject({
  name: someText.max(200),
  workflowId: cleanText,
  signatory: z
    .array(
      signatoryInput.partial({ name: true, givenname: true, mail: true }).extend({ role: someText.max(100) }),
    )
    .min(1)
    .max(maxRoles)
    .superRefine(refuseRepeated),
  watchers: z.array(watcher).max(maxRoles),
});

/** What was typed into the form. */
export function typedTemplateIn(form: Pick<Request, 'body'>): TypedTemplate {
  const text = (name: string) => formText(form, name).trim();
  return { name: text('name'), workflowId: text('workflowId'), ...people.typedPeopleIn(form) };
}

/** The form filled in with what is kept. */
export function typedTemplateOf(content: TemplateContent): TypedTemplate {
  const { name, workflowId } = content;
  return { name, workflowId, ...people.typedPeopleOf(content) };
}

/** What is to be kept, or what is wrong with it. */
export function checkTemplate(
  { name, workflowId, signatories, watchers }: TypedTemplate,
  language: Language,
): { content: TemplateContent; problems?: never } | { problems: Problems } {
  const checked = templateInput.safeParse({
    name,
    workflowId,
    signatory: signatories.map(signatoryIn),
    watchers: people.mailsIn(watchers),
  });
  if (!checked.success)
    return { problems: people.problemsByField(checked.error.issues, { watchers, language }) };
  const { signatory, watchers: mails } = checked.data;
  return {
    content: {
      name,
      workflowId,
      signatories: signatory.map((one) => ({
        role: one.role,
        order: one.order,
        name: one.name ?? null,
        givenName: one.givenname ?? null,
        mail: one.mail ?? null,
        phone: one.phone,
      })),
      watchers: mails.map(({ mail }) => mail),
    },
  };
}

/** Somebody of whom anything is typed must have names and a mail address. */
function signatoryIn({ role, order, ...person }: people.TypedSignatory) {
  const isNobody = Object.values(person).every((text) => text === '');
  return { role, order: people.numberIn(order), ...(isNobody ? {} : person) };
}
