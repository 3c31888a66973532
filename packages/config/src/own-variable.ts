import type { ConfigurationSource } from './configuration-source.ts';

/** The beginning of the variables that are one service's alone, such as `VIDEO_REST_`. */
export function ownPrefix(service: string): string {
  return `${environmentName(service)}_`;
}

/**
 * The variable that sets something for this service, with its text: the one with the service's name in front
 * (`VIDEO_REST_SERVER_PORT`), since services may share an environment, else the plain one (`SERVER_PORT`).
 */
export function setVariable(
  { service, env }: Pick<ConfigurationSource, 'service' | 'env'>,
  plain: string,
): { variable: string; text: string } | undefined {
  for (const variable of [`${ownPrefix(service)}${plain}`, plain]) {
    const text = env[variable];
    if (isSet(text)) return { variable, text };
  }
  return undefined;
}

/** An empty or blank text is no value: in the environment it counts as absent, in the file it is a problem. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** The environment variable of a parameter: upper case, dots and dashes as underscores. */
export function environmentName(parameterName: string): string {
  return parameterName.toUpperCase().replace(/[.-]/g, '_');
}
