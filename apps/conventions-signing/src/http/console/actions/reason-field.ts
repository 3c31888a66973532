import { formText } from '@campus/accounts';
import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import { outsideReason } from '../../../wire/inputs.ts';
import { problemsOf } from '../forms/field-problems.ts';
import type { Visit } from '../session/reader.ts';

/** Why something is taken back or erased: it stands in the history, and is never left out. */
export function reasonField(
  say: { reason: string; reasonHelp: string },
  { typed, errors }: { typed?: string | undefined; errors?: readonly string[] | undefined },
): Html {
  return ui.textField({
    name: 'reason',
    label: say.reason,
    help: say.reasonHelp,
    required: true,
    value: typed,
    errors,
  });
}

/** The reason that was typed, or what is wrong with it. */
export function reasonIn({
  request,
  reader: { language },
}: Pick<Visit, 'request' | 'reader'>): { text: string } | { errors: readonly string[] } {
  const checked = outsideReason.safeParse(formText(request, 'reason').trim());
  if (checked.success) return { text: checked.data };
  return { errors: problemsOf(checked.error.issues, { language, base: ['reason'] }).reason ?? [] };
}
