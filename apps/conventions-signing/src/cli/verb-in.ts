import { UsageError } from '@campus/service';

/**
 * What a command line wants done.
 *
 * @param options.fitting  by verb, the options that go with it
 * @throws UsageError  for a word that is no verb, and an option that does not go with it
 */
export function verbIn<Verb extends string>(
  word: string,
  { values, fitting }: { values: object; fitting: Record<Verb, readonly string[]> },
): Verb {
  const verbs = Object.keys(fitting) as Verb[];
  const verb = verbs.find((one) => one === word);
  if (verb === undefined) throw new UsageError(`the command must be ${verbs.join(', ')}, got "${word}"`);
  for (const [option, value] of Object.entries(values))
    if (value !== false && !fitting[verb].includes(option))
      throw new UsageError(`--${option} does not go with ${verb}`);
  return verb;
}
