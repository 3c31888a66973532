import { formText } from '@campus/accounts';
import { outsideReason } from '../../../wire/inputs.ts';
import { problemsOf } from '../forms/field-problems.ts';
import type { Visit } from '../session/reader.ts';

/** The reason that was typed, or what is wrong with it. */
export function reasonIn({
  request,
  reader: { language },
}: Pick<Visit, 'request' | 'reader'>): { text: string } | { errors: readonly string[] } {
  const checked = outsideReason.safeParse(formText(request, 'reason').trim());
  if (checked.success) return { text: checked.data };
  return { errors: problemsOf(checked.error.issues, { language, base: ['reason'] }).reason ?? [] };
}
