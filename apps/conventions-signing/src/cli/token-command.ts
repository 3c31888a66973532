/** What the command line of `token` may say. */
import { readCommand, UsageError, verbIn } from '@campus/service';
import { type TokenApi, tokenApis } from '../data/tokens.ts';
import type { Scope } from '../domain/scope.ts';
import { scopeIn, scopeOptions } from './scope-options.ts';

export const usage = `Makes, lists and revokes tokens of programs, beside a running service or without it.

usage: npm run token -w apps/conventions-signing -- make <name> --api <api> [--expires <day>]
                                                        [--department <name>]... [--workflow <id>]...
       npm run token -w apps/conventions-signing -- list
       npm run token -w apps/conventions-signing -- revoke <name>

  --api <api>      public: for a signing application; management: for the institution's own application
  --expires <day>  refused from this day on, YYYY-MM-DD (UTC); absent: never
  --department <name>, --workflow <id>
                   the token sees the records of these alone; without any, everything
  --help           this text

The token is printed once, as the last line: the database keeps its SHA-256. What is revoked is refused at once, by all
processes. Those of appli.public.tokens and appli.management.tokens are none of these: they go on beside them.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`;

const options = {
  api: { type: 'string' },
  expires: { type: 'string' },
  ...scopeOptions,
  help: { type: 'boolean', default: false },
} as const;

/** The options that go with each verb. */
const fitting = {
  make: ['api', 'expires', 'department', 'workflow'],
  list: [],
  revoke: [],
} satisfies Record<TokenCommand['verb'], string[]>;

export type TokenCommand =
  | { verb: 'list' }
  | { verb: 'revoke'; name: string }
  | { verb: 'make'; name: string; api: TokenApi; scope: Scope; expiresAt: Date | null };

/** @throws UsageError */
export function readTokenCommand(args: string[]): TokenCommand | 'help' {
  const { values, positionals } = readCommand(args, options);
  if (values.help) return 'help';
  const [word = '', name, ...more] = positionals;
  const verb = verbIn(word, { values, fitting });
  if (verb === 'list') {
    if (name !== undefined) throw new UsageError('list takes nothing');
    return { verb };
  }
  if (name === undefined || more.length > 0) throw new UsageError(`${verb} needs exactly one name`);
  if (verb === 'revoke') return { verb, name };
  const api = tokenApis.find((one) => one === values.api);
  if (api === undefined) throw new UsageError(`make needs --api with one of ${tokenApis.join(', ')}`);
  const scope = scopeIn(values);
  const expiresAt = values.expires === undefined ? null : dayOf(values.expires);
  return { verb, name, api, scope, expiresAt };
}

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime());
  if (!isDay || day.toISOString().slice(0, text.length) !== text)
    throw new UsageError(`--expires must be an existing day, YYYY-MM-DD, got "${text}"`);
  return day;
}
