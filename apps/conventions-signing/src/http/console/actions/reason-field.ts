import { type Html, textField } from '@campus/pages';

/** Why a reason is asked for once more. */
export interface AskedAgain {
  /** With what was typed as one. */
  errors?: readonly string[];
  problem?: string;
  status?: number;
}

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
