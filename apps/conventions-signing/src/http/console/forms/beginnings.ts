import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { findNewest } from '../../../data/find-signables.ts';
import type { Database } from '../../../data/open-database.ts';
import { findSignable } from '../../../data/signables.ts';
import { findTemplate, findTemplates } from '../../../data/templates.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { addresses, beginningOf } from '../../addresses.ts';
import { parseNumber } from '../../asked/ref-in.ts';
import { isUuid } from '../../asked/uuid-in.ts';
import { nameOf } from '../../said/record-name.ts';
import type { Reader } from '../session/reader.ts';
import { formWords } from './form-words.ts';
import { sendBackButton } from './signatory-rows.ts';
import { type TypedRegistration, typedFrom, typedWithTemplate } from './typed-registration.ts';

/** The button of this name fills the form in with what is chosen. */
export const fillButtonName = 'fill';

/** What a form of registration can begin with: every template, and the newest records of its kind. */
export async function beginnings(
  db: Database,
  { kind, reader: { account, language } }: { kind: SignableKind; reader: Reader },
): Promise<ui.Choice[]> {
  const { scope } = account;
  const [templates, records] = await Promise.all([findTemplates(db), findNewest(db.pool, kind, scope)]);
  return [
    ...templates.map(({ id, name }) => ({
      value: beginningOf.template(id),
      label: formWords[language].template(name),
    })),
    ...records.map((record) => ({
      value: beginningOf.record(record.number),
      label: nameOf(record, language),
    })),
  ];
}

/**
 * What was typed, filled in with a template (its workflow, people and watchers) or with another record (all but its
 * reference, document and dates). Undefined when there is no such thing.
 *
 * @param chosen.from  as `beginningOf` has made it
 */
export async function begunWith(
  db: Database,
  typed: TypedRegistration,
  { kind, from, reader }: { kind: SignableKind; from: string; reader: Reader },
): Promise<TypedRegistration | undefined> {
  const number = parseNumber(from);
  if (number !== undefined) {
    const record = await findSignable(db, { kind, number }, reader.account.scope);
    if (record === null || record.state === 'erased') return undefined;
    const copy = typedFrom(record);
    return { ...copy, texts: { ...copy.texts, reference: typed.texts.reference } };
  }
  const id = /^template-(.+)$/.exec(from)?.[1] ?? '';
  const template = isUuid(id) ? await findTemplate(db, id) : null;
  return template === null ? undefined : typedWithTemplate(typed, template);
}

/** The choice of what to begin with, and the button that fills it in. */
export function beginningField(
  options: { choices: readonly ui.Choice[]; value: string; errors?: readonly string[] | undefined },
  language: ui.Language,
): Html {
  const { choices, value, errors } = options;
  const say = formWords[language];
  return html`<div class="beginning">${ui.selectField({
    name: 'from',
    label: say.beginWith,
    choices,
    value,
    errors,
    blank: say.beginWithNothing,
  })}${sendBackButton(say.fillIn, { name: fillButtonName, value: 'true' })}
<p class="help">${say.beginWithHelp} <a href="${addresses.templates}">${say.templates}</a></p></div>`;
}
