import { environmentName } from '@campus/config';

/** What two services in one environment cannot have in common: a file, a place, an address, a name of a role. */
const ofOneService = [
  'CONFIG_FILE',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATA_DIR',
  'SERVER_BASE_URL',
  'SERVER_PORT',
  'METRICS_PORT',
  'SECOND_FACTOR_FROM_ROLE',
];

/**
 * Refuses variables that would set the same for services that one command is about, where it can be right for one of
 * them only. A service that has a variable of its own (`VIDEO_REST_SERVER_PORT`) does not see the plain one.
 *
 * @param about.command  as people typed it
 * @throws Error  one message that names every such variable and the mend
 */
export function refuseSharedVariables(
  env: Readonly<Record<string, string | undefined>>,
  { command, services }: { command: string; services: readonly string[] },
): void {
  const isSet = (variable: string) => (env[variable] ?? '').trim() !== '';
  const own = (variable: string) => services.map((service) => `${environmentName(service)}_${variable}`);
  const shared = ofOneService.filter((variable) => isSet(variable) && !own(variable).every(isSet));
  if (shared.length === 0) return;
  const list = shared.map((variable) => `  - instead of ${variable}: ${own(variable).join(', ')}`);
  const alone = services.map((service) => `${command} -w apps/${service}`);
  throw new Error(
    [
      `${command} is for ${services.join(' and ')} together, and what is set here can be right for one of them only. Set, as needed:`,
      ...list,
      `Or name one service, which takes the plain names: ${alone.join(', or ')}`,
    ].join('\n'),
  );
}
