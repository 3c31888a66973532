import { ParameterError } from '@campus/config';
import { checkServerAddress } from '@campus/service';
import { readCommand, UsageError } from '@campus/service/command-line';
import { configurationSource } from '../src/config.ts';

export interface VendorCheckOptions {
  webhook: { uri: string; token: string };
  timeoutSeconds: number;
  host: string;
  port: number;
  /** Address under which the vendor reaches this machine; undefined: where the service listens. */
  baseUrl: string | undefined;
  /** Undefined: a new one is made. */
  accessToken: string | undefined;
}

export const usage = `Checks a signing application against a service of its own, with a test agreement.

usage: npm run vendor-check -w apps/conventions-signing -- --webhook <uri> --token <t> [options]

  --webhook <uri>       address of your application that is called, with ?conventionid=<id> added
  --token <t>           bearer token that your application expects in that call
  --access-token <t>    token that your application uses for the public API (default: a new one)
  --timeout <seconds>   how long your application may take to sign, 1 to 86400 (default: 120)
  --host <address>      address to listen on (default: 127.0.0.1)
  --port <n>            port to listen on (default: a free one)
  --base-url <uri>      address under which your application reaches this machine
  --help                this text

Exit status: 0 when every step was seen up to signed, 1 when not, 64 when the command line is wrong.
`;

const text = { type: 'string' } as const;
const options = {
  webhook: text,
  token: text,
  'access-token': text,
  timeout: text,
  host: text,
  port: text,
  'base-url': text,
  help: { type: 'boolean' },
} as const;

/**
 * The values follow the rules of the service's own parameters, so that what works here works there.
 *
 * @returns 'help' when that is all that is asked for
 * @throws UsageError  which names every problem
 */
export function readOptions(args: string[], repositoryRoot: string): VendorCheckOptions | 'help' {
  const { values: given, positionals } = readCommand(args, options);
  if (positionals.length > 0) throw new UsageError(`nothing is known of "${positionals[0]}"`);
  if (given.help === true) return 'help';
  const problems: string[] = [];
  const { parameters } = configurationSource({ env: {}, workingDirectory: repositoryRoot, repositoryRoot });

  const read = <T>(name: keyof typeof options, parser: (text: string) => T): T | undefined => {
    const text = given[name];
    if (typeof text !== 'string') return undefined;
    try {
      return parser(text);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      problems.push(`--${name} ${error.message}`);
      return undefined;
    }
  };
  const uri = read('webhook', parameters.webhookUri.parse);
  const token = read('token', parameters.webhookToken.parse);
  const rest = {
    timeoutSeconds: read('timeout', seconds) ?? 120,
    host: read('host', parameters.host.parse) ?? '127.0.0.1',
    port: read('port', parameters.port.parse) ?? 0,
    baseUrl: read('base-url', parameters.baseUrl.parse),
    // The same rule as for a single token: this check needs one, not a list.
    accessToken: read('access-token', parameters.webhookToken.parse),
  };
  for (const name of ['webhook', 'token'] as const)
    if (given[name] === undefined) problems.push(`--${name} is missing`);
  if (given['base-url'] === undefined && checkServerAddress(rest).length > 0)
    problems.push(
      '--base-url is missing: with a --host beyond loopback, give the address that your application calls, such as http://192.0.2.7:8081',
    );
  if (problems.length > 0 || uri === undefined || token === undefined)
    throw new UsageError(problems.join('\n'));
  return { webhook: { uri, token }, ...rest };
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 86_400) {
    throw new ParameterError(`must be a whole number of seconds from 1 to 86400, got "${text}"`);
  }
  return value;
}
