/** The one place that knows the names of the environment. */
export interface Configuration {
  /** What the institution's service must send with its webhook call. */
  webhookToken: string;
  /** What this application sends to the institution's public API. */
  accessToken: string;
  /** Without a slash at its end. */
  apiBaseUrl: string;
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Stands for the time that people take. */
  secondsBetweenSignatures: number;
  /** Statuses that calls for these documents are answered with, by `conventions/7` and the like. */
  refusedCalls: ReadonlyMap<string, number>;
}

/** Says everything that is wrong with the environment, in one message. */
class ConfigurationError extends Error {
  constructor(problems: string[]) {
    super(['The signing application cannot start:', ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.name = 'ConfigurationError';
  }
}

/**
 * An empty variable counts as absent.
 *
 * @throws ConfigurationError  names every variable that is missing or wrong, and what would be right
 */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const problems: string[] = [];
  const required = (name: string, meaning: string) => {
    const value = environment[name];
    if (value) return value;
    problems.push(`${name} is not set: ${meaning}`);
    return '';
  };
  const number = (name: string, byDefault: number, fits: (value: number) => boolean, expected: string) => {
    const value = Number(environment[name] || byDefault);
    if (!fits(value)) problems.push(`${name} must be ${expected}, got "${environment[name]}"`);
    return value;
  };

  const apiBaseUrl = environment.API_BASE_URL || 'http://127.0.0.1:8081';
  if (!/^https?:$/.test(URL.parse(apiBaseUrl)?.protocol ?? '')) {
    problems.push(`API_BASE_URL must be an http or https address, got "${apiBaseUrl}"`);
  }
  const configuration: Configuration = {
    webhookToken: required('WEBHOOK_TOKEN', 'the token that the webhook call must carry'),
    accessToken: required('ACCESS_TOKEN', "a token of the institution's public API"),
    apiBaseUrl: apiBaseUrl.replace(/\/+$/, ''),
    host: environment.HOST || '127.0.0.1',
    port: number(
      'PORT',
      8083,
      (port) => Number.isInteger(port) && port >= 0 && port < 65536,
      'a port number',
    ),
    secondsBetweenSignatures: number(
      'SECONDS_BETWEEN_SIGNATURES',
      0.5,
      (seconds) => seconds >= 0 && seconds <= 3600,
      'a number of seconds from 0 to 3600',
    ),
    refusedCalls: readRefusedCalls(environment.REFUSED_CALLS ?? '', problems),
  };
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configuration;
}

function readRefusedCalls(list: string, problems: string[]): Map<string, number> {
  const entries = list.split(',').flatMap((entry): [string, number][] => {
    if (entry.trim() === '') return [];
    const [, ref = '', status] = /^((?:conventions|avenants)\/[1-9]\d*):([45]\d\d)$/.exec(entry.trim()) ?? [];
    if (status === undefined) {
      problems.push(
        `REFUSED_CALLS must be a list such as "conventions/7:403,avenants/2:503", got "${entry}"`,
      );
    }
    return [[ref, Number(status)]];
  });
  return new Map(entries);
}
