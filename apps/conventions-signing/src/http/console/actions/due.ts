import { formText } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { changeDue } from '../../../signing/change-due.ts';
import { dueInput } from '../../../wire/inputs.ts';
import { recordAddress } from '../../addresses.ts';
import type { Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import type { AskedAgain, RecordAction } from './record-action.ts';

/** Gives a round in signing another due date, or none. */
export const due: RecordAction = {
  question(visit, record, { errors }) {
    // There is no round to give it to.
    if (record.state !== 'signing') return null;
    const say = actionWords[visit.reader.language];
    return {
      title: say.dueTitle,
      content: html`<p>${say.dueMeans(record.round)}</p>`,
      fields: dueField(visit, { usual: record.dueOn, errors }),
      button: say.changeDue,
    };
  },
  async act(visit, asked) {
    const typed = dueIn(visit);
    if ('errors' in typed) return typed;
    await changeDue(visit, { ...asked, due: typed.due ?? null });
    return recordAddress(asked.ref, 'due-changed');
  },
};

type Asking = Pick<Visit, 'request' | 'reader'>;

/** The day until which a round is in time, as it was typed or else as it would be; empty: it has none. */
export function dueField(
  { request, reader: { language } }: Asking,
  { usual, errors }: { usual: string | null | undefined } & Pick<AskedAgain, 'errors'>,
): Html {
  const say = actionWords[language];
  return ui.textField({
    name: 'due',
    label: say.due,
    help: say.dueHelp,
    type: 'date',
    value: hasDue(request) ? formText(request, 'due') : (usual ?? ''),
    errors,
  });
}

/** What was typed: null for no due date, undefined where the form has no such field; or what is wrong with it. */
export function dueIn({
  request,
  reader: { language },
}: Asking): { due: string | null | undefined } | { errors: string[]; status: number } {
  if (!hasDue(request)) return { due: undefined };
  const typed = formText(request, 'due').trim();
  const { data } = dueInput.safeParse({ due: typed === '' ? null : typed });
  return data === undefined ? { errors: [actionWords[language].noDay], status: 400 } : { due: data.due };
}

function hasDue({ body }: { body?: unknown }): boolean {
  return typeof body === 'object' && body !== null && 'due' in body;
}
