/**
 * The README's table of parameters, made from their declarations, and its place between two comments there.
 */
import type { Parameters } from '@campus/config';

const begin = '<!-- parameters: npm run config -w apps/conventions-signing -- --readme writes this table -->';
const end = '<!-- end of parameters -->';

/** Name, meaning and default of each parameter, as Markdown. */
export function markdownTable(parameters: Parameters): string {
  const rows = Object.values(parameters).map(
    ({ name, meaning, default: byDefault }) =>
      `| \`${name}\` | ${cell(meaning)} | ${cell(byDefault?.text ?? 'none')} |`,
  );
  return ['| Parameter | Meaning | Default |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/**
 * The README with this table in the place of the one that it has.
 *
 * @throws Error when the two comments that mark the place are not there
 */
export function withTable(readme: string, table: string): string {
  const [before, after] = [readme.indexOf(begin), readme.indexOf(end)];
  if (before === -1 || after < before) {
    throw new Error(`README.md must hold these two lines, with the table between them:\n${begin}\n${end}`);
  }
  return `${readme.slice(0, before)}${begin}\n${table}${readme.slice(after)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
