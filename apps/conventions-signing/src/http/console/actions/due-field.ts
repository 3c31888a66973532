import { formText } from '@campus/accounts';
import { type Html, type Language, textField } from '@campus/pages';
import { SigningError } from '../../../signing/errors.ts';
import { dueInput } from '../../../wire/inputs.ts';
import { problems } from '../../problems.ts';
import type { Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';

/** What is wrong with a form that asks for a due date: in its field, or with all of it. */
export interface DueProblem {
  error?: string;
  problem?: string;
  status?: number;
}

type Asking = Pick<Visit, 'request' | 'reader'>;

/** The day until which a round is in time, as it was typed or else as it would be; empty: it has none. */
export function dueField(
  { request, reader: { language } }: Asking,
  { usual, wrong: { error } }: { usual: string | null | undefined; wrong: DueProblem },
): Html {
  const say = actionWords[language];
  return textField({
    name: 'due',
    label: say.due,
    help: say.dueHelp,
    type: 'date',
    value: hasDue(request) ? formText(request, 'due') : (usual ?? ''),
    errors: error === undefined ? undefined : [error],
  });
}

/** What was typed: null for no due date, undefined where the form has no such field; or what is wrong with it. */
export function dueIn({
  request,
  reader: { language },
}: Asking): { due: string | null | undefined } | { error: string; status: number } {
  if (!hasDue(request)) return { due: undefined };
  const typed = formText(request, 'due').trim();
  const { data } = dueInput.safeParse({ due: typed === '' ? null : typed });
  return data === undefined ? { error: actionWords[language].noDay, status: 400 } : { due: data.due };
}

/** What an error is about that such a form can show; any other rises. */
export function dueProblem(error: unknown, language: Language): DueProblem {
  const code = error instanceof SigningError ? error.code : undefined;
  if (code === 'due_passed') return { error: problems[code].text[language], status: 400 };
  if (code === 'changed_meanwhile') return { problem: problems[code].text[language], status: 409 };
  throw error;
}

function hasDue({ body }: { body?: unknown }): boolean {
  return typeof body === 'object' && body !== null && 'due' in body;
}
