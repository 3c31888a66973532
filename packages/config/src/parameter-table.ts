/** The table of parameters in a service's guide, made from their declarations, and its place between two comments. */
import type { Parameters } from './parameter.ts';

const end = '<!-- end of parameters -->';

/** The comment that stands before the table of a service and says how to renew it. */
function beginOf(workspace: string): string {
  return `<!-- parameters: npm run config -w ${workspace} -- --guide writes this table -->`;
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
 * The guide with the table of these parameters in the place of the one that it has.
 *
 * @param of.workspace  folder of the service, as npm names it: `apps/video-rest`
 * @throws Error when the two comments that mark the place are not there
 */
export function withParameterTable(
  guide: string,
  { workspace, parameters }: { workspace: string; parameters: Parameters },
): string {
  const begin = beginOf(workspace);
  const start = guide.indexOf(begin);
  const after = guide.indexOf(end, start);
  if (start === -1 || after === -1)
    throw new Error(`a guide must hold these two lines, with the table between them:\n${begin}\n${end}`);
  return `${guide.slice(0, start)}${begin}\n${parameterTable(parameters)}${guide.slice(after)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
