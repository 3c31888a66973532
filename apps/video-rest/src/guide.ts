import type { GuideTable } from '@campus/config';
import { root } from '@campus/rest';
import { resources } from './http/resources/resources.ts';

const resourceTable: GuideTable = {
  columns: ['Resource', 'One of them', 'Its objects'],
  rows: resources.map((resource) => [
    `\`${root}/${resource.path}/\``,
    `\`${root}/${resource.path}/<${resource.lookup.column}>/\``,
    `${resource.description?.en ?? ''}${isWritten(resource) ? '' : ' To read.'}`,
  ]),
};

function isWritten({ actions }: { actions: readonly string[] }): boolean {
  return actions.includes('create') || actions.includes('update');
}

/** The guide of the service, and the tables that it holds beside that of parameters. */
export const guide = { file: 'docs/video.md', tables: { resources: resourceTable } };
