/** `npm run config`: the parameters of the service, what is in force, and where it is set. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigurationError } from '@campus/config';
import { configurationSource, describeSigningConfiguration } from '../config.ts';
import { markdownTable, withTable } from './readme-table.ts';
import { showTable } from './show-table.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
const usage = `usage: npm run config -w apps/conventions-signing -- [--markdown | --readme]
  without an option: every parameter, its value in force and where that is set
  --markdown         the README's table of parameters
  --readme           writes that table into README.md`;

function run(): void {
  const { markdown, readme } = parseArgs({
    options: { markdown: { type: 'boolean' }, readme: { type: 'boolean' } },
  }).values;
  const places = {
    env: process.env,
    // npm runs a workspace's script in its folder; people mean where they typed the command.
    workingDirectory: process.env.INIT_CWD ?? process.cwd(),
    repositoryRoot,
  };
  if (markdown !== true && readme !== true) {
    const { rows, problems } = describeSigningConfiguration(places);
    process.stdout.write(showTable(rows));
    if (problems.length > 0) throw new ConfigurationError('conventions-signing', problems);
    return;
  }
  const table = markdownTable(configurationSource(places).parameters);
  if (markdown === true) process.stdout.write(table);
  if (readme === true) {
    const file = path.join(repositoryRoot, 'README.md');
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), table));
  }
}

try {
  run();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  if (!isUsage && !(error instanceof ConfigurationError)) throw error;
  process.stderr.write(isUsage ? `${error.message}\n${usage}\n` : `${error.message}\n`);
  process.exitCode = isUsage ? 64 : 1;
}
