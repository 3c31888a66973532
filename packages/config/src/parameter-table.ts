/**
 * A README's table of parameters, made from their declarations, and its place between two comments there. A README
 * may hold one for each service.
 */
import type { Parameters } from './parameter.ts';

const end = '<!-- end of parameters -->';

/** The comment that stands before the table of a service and says how to renew it. */
function beginOf(workspace: string): string {
  return `<!-- parameters: npm run config -w ${workspace} -- --readme writes this table -->`;
}

/** Name, meaning and default of each parameter, as Markdown. */
export function parameterTable(parameters: Parameters): string {
  const rows = Object.values(parameters).map(
    ({ name, meaning, default: byDefault }) =>
      `| \`${name}\` | ${cell(meaning)} | ${cell(byDefault?.text ?? 'none')} |`,
  );
  return ['| Parameter | Meaning | Default |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/**
 * The README with the table of these parameters in the place of the one that it has.
 *
 * @param of.workspace  folder of the service, as npm names it: `apps/video-rest`
 * @throws Error when the two comments that mark the place are not there
 */
export function withParameterTable(
  readme: string,
  { workspace, parameters }: { workspace: string; parameters: Parameters },
): string {
  const begin = beginOf(workspace);
  const start = readme.indexOf(begin);
  const after = readme.indexOf(end, start);
  // Up to the next place of a table: an end beyond it is another table's.
  const next = readme.indexOf('<!-- parameters:', start + begin.length);
  if (start === -1 || after === -1 || (next !== -1 && next < after)) {
    throw new Error(`README.md must hold these two lines, with the table between them:\n${begin}\n${end}`);
  }
  return `${readme.slice(0, start)}${begin}\n${parameterTable(parameters)}${readme.slice(after)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
