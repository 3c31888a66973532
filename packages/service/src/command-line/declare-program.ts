import type { ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Program, readCommand, UsageError, type Work } from './run-program.ts';

/** Options as `parseArgs` reads them, with what the usage says of them; one without a help shares that of the next. */
export type ProgramOptions = Readonly<
  Record<string, ParseArgsOptionsConfig[string] & { takes?: string; help?: string }>
>;

/** What a command line gives for these options. */
export type OptionValues<Own extends ProgramOptions> = ReturnType<
  typeof parseArgs<{ options: Own; allowPositionals: true }>
>['values'];

/** An option with a value, which `takes` names: `<text>`. */
export const option = (takes: string, help: string) => ({ type: 'string' as const, takes, help });

/** An option without one. */
export const flag = (help: string) => ({ type: 'boolean' as const, default: false, help });

/** What is done before anything is opened, such as asking for a password; it may be all, and then nothing is opened. */
type First<Db> = { first: () => Promise<Work<Db> | undefined> };

/** Something that a program does: `create <username> [--label <text>]`. */
export interface Verb<Own extends ProgramOptions, Db> {
  /** What follows it in the usage, a line each. The options that it names go with the verb, and no others. */
  form?: string | readonly string[];
  /** How many words follow it, and what they are; absent: none. */
  words?: readonly [least: number, most: number, what: string];
  /** Checks what is given, and gives what is to be done. @throws UsageError */
  read(words: string[], values: OptionValues<Own>): Work<Db> | First<Db>;
}

export interface ProgramDeclaration<Own extends ProgramOptions, Db> {
  /** `npm run token -w apps/video-rest`, or the name of a program that is installed. */
  call: string;
  about: string;
  options: Own;
  /** In the order of the usage. A program that does one thing has it under the empty word. */
  verbs: Readonly<Record<string, Verb<Own, Db>>>;
  /** What a word stands for: `<link>`. */
  terms?: Readonly<Record<string, string>>;
  /** What else there is to know. */
  notes?: string;
  /** What the exit status tells, where it is more than usual. */
  exit?: string;
}

/**
 * A program, of which the usage and the reading of its words and options follow from what its verbs take:
 *
 *     const options = { label: option('<text>', 'what the token is for') };
 *     export const tokens = declareProgram<typeof options, Database>({
 *       call: 'npm run token -w apps/video-rest',
 *       about: 'Makes access tokens.',
 *       options,
 *       verbs: {
 *         create: {
 *           form: '<username> [--label <text>]',
 *           words: [1, 1, 'a user name'],
 *           read: ([username = ''], { label }) => (database) => createToken(database, { username, label }),
 *         },
 *       },
 *     });
 */
export function declareProgram<Own extends ProgramOptions, Db>(
  declaration: ProgramDeclaration<Own, Db>,
): Program<Work<Db> | First<Db>, Db> {
  return {
    usage: usageOf(declaration),
    read: (args) => read(declaration, args),
    run: async (work) => (typeof work === 'function' ? work : work.first()),
  };
}

function read<Own extends ProgramOptions, Db>(
  { options, verbs }: ProgramDeclaration<Own, Db>,
  args: string[],
): Work<Db> | First<Db> | 'help' {
  const { values, positionals } = readCommand(args, { ...options, help });
  const { help: isHelp, ...given } = values as Record<string, unknown>;
  if (isHelp) return 'help';
  const [word = '', ...words] = Object.hasOwn(verbs, '') ? ['', ...positionals] : positionals;
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  if (verb === undefined)
    throw new UsageError(`the command must be ${Object.keys(verbs).join(', ')}, got "${word}"`);
  const fitting = [verb.form ?? '']
    .flat()
    .join(' ')
    .split(/[^a-z-]+/);
  for (const [name, value] of Object.entries(given))
    if (value !== false && !fitting.includes(`--${name}`))
      throw new UsageError(`--${name} does not go with ${word}`);
  const [least, most, what] = verb.words ?? [0, 0, ''];
  if (words.length > most && most === 0)
    throw new UsageError(
      word === '' ? `there is nothing to be done with "${words[0]}"` : `${word} takes nothing`,
    );
  if (words.length < least || words.length > most)
    throw new UsageError(word === '' ? what : `${word} needs ${what}`);
  return verb.read(words, values as OptionValues<Own>);
}

const help = flag('this text');

const usualExit =
  'Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.';

function usageOf<Own extends ProgramOptions, Db>(declaration: ProgramDeclaration<Own, Db>): string {
  const { call, about, options, verbs, terms = {}, notes, exit = usualExit } = declaration;
  const isScript = call.startsWith('npm ');
  const calls = Object.entries(verbs).flatMap(([verb, { form = '' }]) =>
    [form]
      .flat()
      .map((rest) =>
        [call, ...(isScript && (verb || rest) ? ['--'] : []), verb, rest].filter(Boolean).join(' '),
      ),
  );
  const shown = [...Object.entries(terms), ...flagsOf({ ...options, help })];
  const width = Math.max(...shown.map(([name]) => name.length).filter((length) => length <= widestFlag));
  const behind = `\n${' '.repeat(width + 4)}`;
  const lines = shown.map(([name, text]) => {
    const meaning = text.replaceAll('\n', behind);
    return `  ${name.length > width ? `${name}${behind}` : `${name.padEnd(width)}  `}${meaning}`;
  });
  const parts = [about, `usage: ${calls.join('\n       ')}`, lines.join('\n'), notes, exit];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/** A longer one has its meaning below it. */
const widestFlag = 24;

function flagsOf(options: ProgramOptions): [names: string, text: string][] {
  const flags: [string, string][] = [];
  let before = '';
  for (const [name, { takes, help: text }] of Object.entries(options)) {
    const names = `${before}--${name}${takes === undefined ? '' : ` ${takes}`}`;
    before = text === undefined ? `${names}, ` : '';
    if (text !== undefined) flags.push([names, text]);
  }
  return flags;
}
