/** What the command line of `retention` may say. */
import { readCommand, UsageError } from '@campus/service';

export const usage = `Erases at once what is kept for a limited time (retention.draft, retention.refused, retention.signed,
retention.signed-outside) and is due, beside a running service or without it, and says before what that is. A rule erases nothing before the
service has announced it for 7 days.

usage: npm run retention -w apps/conventions-signing -- [--dry-run]

  --dry-run  only says what is due now and within 7 days, and when
  --help     this text

Exit status: 0 when all that was due is erased, or nothing was, 1 when some was not, 64 when the command line is wrong.
`;

export interface RetentionCommand {
  isDryRun: boolean;
}

/** @throws UsageError */
export function readRetentionCommand(args: string[]): RetentionCommand | 'help' {
  const { values, positionals } = readCommand(args, {
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return 'help';
  if (positionals.length > 0) throw new UsageError('it takes no words, only --dry-run');
  return { isDryRun: values['dry-run'] };
}
