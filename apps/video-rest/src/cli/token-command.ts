/** What the command line of `token` may say. */
import { readCommand, UsageError } from '@campus/service';

export const usage = `Makes, lists and revokes access tokens, beside a running service or without it.

usage: npm run token -w apps/video-rest -- create <username> [--label <text>] [--expires 30d|2027-01-31]
       npm run token -w apps/video-rest -- list
       npm run token -w apps/video-rest -- revoke <id>

  --label <text>    what the token is for; at most 200 characters
  --expires <when>  after a number of days, or at the end of a day (UTC); without it: never
  --help            this text

The key is the last line of create. It is shown once: only its hash is stored.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`;

const options = {
  label: { type: 'string' },
  expires: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export type TokenCommand =
  | { verb: 'create'; username: string; label: string | undefined; expiresAt: Date | undefined }
  | { verb: 'list' }
  | { verb: 'revoke'; id: number };

/** @throws UsageError */
export function readTokenCommand(args: string[]): TokenCommand | 'help' {
  const { values, positionals } = readCommand(args, options);
  if (values.help) return 'help';
  const [verb = '', subject, ...more] = positionals;
  const { label, expires } = values;
  if (verb !== 'create' && (label !== undefined || expires !== undefined))
    throw new UsageError('--label and --expires go with create only');
  if (more.length > 0) throw new UsageError(`there is more than ${verb} needs: ${more.join(' ')}`);
  switch (verb) {
    case 'create': {
      if (subject === undefined) throw new UsageError('create needs a user name');
      const expiresAt = expires === undefined ? undefined : parseExpiry(expires, new Date());
      return { verb, username: subject, label, expiresAt };
    }
    case 'list':
      if (subject !== undefined) throw new UsageError('list takes nothing');
      return { verb };
    case 'revoke':
      return { verb, id: tokenId(subject) };
    default:
      throw new UsageError(`the command must be create, list or revoke, got "${verb}"`);
  }
}

/** As `list` shows it. */
function tokenId(given: string | undefined): number {
  if (given === undefined || !/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError('revoke needs the id of a token, a number that list shows');
  return Number(given);
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When a token expires: after a number of days (`30d`), or at the end of a day (`2027-01-31`, in UTC).
 *
 * @throws UsageError when it is neither, or no day of the calendar
 */
export function parseExpiry(given: string, now: Date): Date {
  const days = /^(\d{1,5})d$/.exec(given)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * dayMs);
  const midnight = new Date(/^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00:00Z` : Number.NaN);
  // 2027-02-31 is read as a day of March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(given))
    throw new UsageError(
      `--expires must be a number of days such as 30d, or a day such as 2027-01-31, got "${given}"`,
    );
  return new Date(midnight.getTime() + dayMs);
}
