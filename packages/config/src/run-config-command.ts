import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigurationError } from './configuration-error.ts';
import type { ConfigurationSource } from './configuration-source.ts';
import type { ParameterRow } from './describe-configuration.ts';
import { parameterTable, withParameterTable } from './parameter-table.ts';
import { showTable } from './show-table.ts';

interface ConfigCommand {
  /** Folder of the service, as npm names it: `apps/video-rest`. */
  workspace: string;
  /** The words after the command. */
  args: readonly string[];
  source: ConfigurationSource;
  /** Every parameter as people see it, and what is wrong with the configuration by all rules of the service. */
  describe: () => { rows: readonly ParameterRow[]; problems: readonly string[] };
}

/**
 * `npm run config` of a service: shows its parameters, what is in force and where that is set, on standard output;
 * or prints the README's table of them, or writes it into README.md at the repository root.
 *
 * @returns the exit status: 0, 1 when the configuration has problems, 64 when the command line is wrong
 */
export function runConfigCommand(command: ConfigCommand): number {
  try {
    run(command);
    return 0;
  } catch (error) {
    if (isUsageError(error)) {
      process.stderr.write(`${error.message}\n${usageOf(command.workspace)}\n`);
      return 64;
    }
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function run({ workspace, args, source, describe }: ConfigCommand): void {
  const { markdown, readme } = parseArgs({
    args: [...args],
    options: { markdown: { type: 'boolean' }, readme: { type: 'boolean' } },
  }).values;
  if (markdown !== true && readme !== true) {
    const { rows, problems } = describe();
    process.stdout.write(showTable(rows));
    if (problems.length > 0) throw new ConfigurationError(source.service, problems);
    return;
  }
  const { parameters, repositoryRoot } = source;
  if (markdown === true) process.stdout.write(parameterTable(parameters));
  if (readme === true) {
    const file = path.join(repositoryRoot, 'README.md');
    writeFileSync(file, withParameterTable(readFileSync(file, 'utf8'), { workspace, parameters }));
  }
}

function usageOf(workspace: string): string {
  return `usage: npm run config -w ${workspace} -- [--markdown | --readme]
  without an option: every parameter, its value in force and where that is set
  --markdown         the README's table of parameters
  --readme           writes that table into README.md`;
}

function isUsageError(error: unknown): error is TypeError {
  return error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
}
