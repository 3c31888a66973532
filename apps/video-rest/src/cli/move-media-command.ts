/** What the command line of `move-media` may say. */
import { readCommand, UsageError } from '@campus/service';

export const usage = `Moves all media to where MEDIA_STORE says that new files are kept, from the media folder into the bucket or back,
beside the running service or without it. Every copy is held against its SHA-256 before it is referred to, and only then
what was copied is removed. When it was ended, in whatever way, call it again: it goes on with what is left.

usage: npm run move-media -w apps/video-rest -- [--dry-run]

  --dry-run  says how much there is to move, and moves nothing
  --help     this text

The service and its workers must be started with MEDIA_STORE as it is to be, and with MEDIA_S3_… set, before: so they read
both places, and keep what is new in the right one.

Exit status: 0 when everything is moved, 1 when something cannot be, 64 when the command line is wrong.
`;

export interface MoveMediaCommand {
  isDryRun: boolean;
}

/** @throws UsageError */
export function readMoveMediaCommand(args: string[]): MoveMediaCommand | 'help' {
  const { values, positionals } = readCommand(args, {
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return 'help';
  if (positionals.length > 0) throw new UsageError(`there is nothing to be done with "${positionals[0]}"`);
  return { isDryRun: values['dry-run'] };
}
