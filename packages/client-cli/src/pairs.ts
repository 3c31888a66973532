import { UsageError } from '@campus/service/command-line';

/**
 * What an option with `name=value` gives, one that is repeated as a list.
 *
 * @throws UsageError
 */
export function pairsOf(option: string, given: readonly string[] = []): Record<string, string | string[]> {
  const pairs: Record<string, string | string[]> = {};
  for (const pair of given) {
    const [, name, value = ''] = /^([\w.]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) throw new UsageError(`--${option} must be <name>=<value>, got "${pair}"`);
    const before = pairs[name];
    pairs[name] = before === undefined ? value : [before, value].flat();
  }
  return pairs;
}

/** A number from 1 on. @throws UsageError */
export function countedOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError(`--${option} must be a number from 1, got "${given}"`);
  return Number(given);
}
