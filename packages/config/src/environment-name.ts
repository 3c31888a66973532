/** The environment variable of a parameter: upper case, dots and dashes as underscores. */
export function environmentName(parameterName: string): string {
  return parameterName.toUpperCase().replace(/[.-]/g, '_');
}
