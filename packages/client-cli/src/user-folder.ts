import { homedir } from 'node:os';
import path from 'node:path';

/** A folder of the user's own, as the XDG Base Directory Specification has it: relative ones do not count. */
export function userFolder(variable: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME', belowHome: string): string {
  const given = process.env[variable] ?? '';
  return path.isAbsolute(given) ? given : path.resolve('/', homeFolder(), belowHome);
}

/** An account that nobody knows the home of, as in a container, has none. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}
