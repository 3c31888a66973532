import { type Html, textField } from '@campus/pages';

/** Why something is taken back or erased: it stands in the history, and is never left out. */
export function reasonField(
  say: { reason: string; reasonHelp: string },
  { typed, errors }: { typed?: string | undefined; errors?: readonly string[] | undefined },
): Html {
  return textField({
    name: 'reason',
    label: say.reason,
    help: say.reasonHelp,
    required: true,
    value: typed,
    errors,
  });
}
