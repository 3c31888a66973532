/** `npm run foreign-links -w apps/video-rest -- ...`: what is linked of other people's folders, and its end. */
import { OperatorError } from '@campus/config';
import { type Program, say, textTable } from '@campus/service';
import { endLinks, type ForeignLink, findForeignLinks } from '../data/foreign-links.ts';
import type { Database } from '../data/open-database.ts';
import { type ForeignLinksCommand, readForeignLinksCommand, usage } from './foreign-links-command.ts';
import { runWithDatabase } from './with-database.ts';

const program: Program<ForeignLinksCommand, Database> = {
  usage,
  read: readForeignLinksCommand,
  run: async (command) => (database) => carryOut(command, database),
};

async function carryOut({ links, isUndo }: ForeignLinksCommand, database: Database): Promise<void> {
  const all = await findForeignLinks(database.pool);
  const unknown = links.filter((link) => !all.some((found) => nameOf(found) === link));
  if (unknown.length > 0)
    throw new OperatorError(
      `${unknown.join(', ')}: no such link to another's folder. Nothing was changed; without names all are listed.`,
    );
  const listed = links.length === 0 ? all : all.filter((found) => links.includes(nameOf(found)));
  if (listed.length === 0) return say("Nothing is linked of other people's folders.");
  say(textTable(headings, listed.map(cellsOf)));
  if (!isUndo) return say(`Links: ${listed.length}. Nothing was changed; --undo ends them.`);
  await database.prisma.$transaction((tx) => endLinks(tx, listed));
  say(`Links ended: ${listed.length}. What was linked is in its folder as before.`);
}

const headings = ['LINK', 'SHOWN BY', 'OF', 'SHOWS', 'FROM A FOLDER OF', 'CALLED'];

function cellsOf(link: ForeignLink): string[] {
  const { shownBy, shownByOwner, kept, keptId, folderOwner, name } = link;
  return [nameOf(link), shownBy, shownByOwner, `${kept}/${keptId}`, folderOwner, name];
}

function nameOf({ table, id, field }: ForeignLink): string {
  return `${table}/${id}/${field}`;
}

await runWithDatabase(program);
