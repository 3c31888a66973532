import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type ConfigurationPlaces, type ConfigurationSource, placesOf } from './configuration-source.ts';
import { describeConfiguration, type ParameterRow } from './describe-configuration.ts';
import { ConfigurationError, errorCode, errorMessage } from './expected-error.ts';
import { type GuideTable, parameterTable, showGuideTable, withGuideTables } from './guide-tables.ts';
import { type ConfigurationRules, settleConfiguration } from './load-configuration.ts';
import type { Parameters } from './parameter.ts';

interface ConfiguredService<P extends Parameters> {
  /** Folder of the service, as npm names it: `apps/video-rest`. */
  workspace: string;
  repositoryRoot: string;
  /** Its guide for people, from the root of the repository, and the tables that it holds beside that of parameters. */
  guide: { file: string; tables?: Record<string, GuideTable> };
  configurationSource(places: ConfigurationPlaces): ConfigurationSource<P> & ConfigurationRules<P>;
}

/**
 * `npm run config` of a service: shows its parameters, what is in force and where that is set, on standard output;
 * or prints the table of them in its guide, or writes the tables there.
 *
 * @returns the exit status: 0, 1 when the configuration has problems, 64 when the command line is wrong
 */
export function runConfigCommand<P extends Parameters>(service: ConfiguredService<P>): number {
  try {
    run(service);
    return 0;
  } catch (error) {
    if (errorCode(error).startsWith('ERR_PARSE_ARGS')) {
      process.stderr.write(`${errorMessage(error)}\n${usageOf(service.workspace)}\n`);
      return 64;
    }
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function run<P extends Parameters>({
  workspace,
  repositoryRoot,
  guide,
  configurationSource,
}: ConfiguredService<P>): void {
  const source = configurationSource(placesOf(repositoryRoot));
  const { parameters } = source;
  const { markdown, guide: isForGuide } = parseArgs({
    options: { markdown: { type: 'boolean' }, guide: { type: 'boolean' } },
  }).values;
  if (markdown !== true && isForGuide !== true) {
    const { problems, ...configuration } = settleConfiguration(source);
    process.stdout.write(showTable(describeConfiguration(parameters, configuration)));
    if (problems.length > 0) throw new ConfigurationError(source.service, problems);
    return;
  }
  if (markdown === true) process.stdout.write(showGuideTable(parameterTable(parameters)));
  if (isForGuide === true) {
    const file = path.join(repositoryRoot, guide.file);
    const tables = { ...guide.tables, parameters: parameterTable(parameters) };
    writeFileSync(file, withGuideTables(readFileSync(file, 'utf8'), { workspace, tables }));
  }
}

function usageOf(workspace: string): string {
  return `usage: npm run config -w ${workspace} -- [--markdown | --guide]
  without an option: every parameter, its value in force and where that is set
  --markdown         the table of parameters in the guide of the service
  --guide            writes the tables that are made from declarations into the guide`;
}

/** The configuration in force as lines for a terminal: one row for each parameter, its meaning below it. */
function showTable(rows: readonly ParameterRow[]): string {
  const header = ['parameter', 'value', 'set in', 'default'];
  const body = rows.map((row) => {
    const isAbsent = row.origin === 'default' && row.default === '';
    return [row.name, row.value || '-', isAbsent ? 'not set' : row.origin, row.default || 'none'];
  });
  const widths = header.map((_name, column) =>
    Math.max(...[header, ...body].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const lines = body.flatMap((cells, index) => [line(cells), `    ${rows[index]?.meaning ?? ''}`]);
  return [line(header), rule, ...lines, ''].join('\n');
}
