import { OperatorError } from '@campus/config';
import { declareProgram, flag, say, textTable, UsageError } from '@campus/service/command-line';
import { endLinks, type ForeignLink, findForeignLinks } from '../data/foreign-links.ts';
import type { Database } from '../data/open-database.ts';

const options = { undo: flag('ends what it lists; without it: nothing is changed') };

/** What is linked of other people's folders, and its end. */
export const foreignLinks = declareProgram<typeof options, Database>({
  call: 'npm run foreign-links -w apps/video-rest',
  about: `Lists what videos and events show of other people's folders: files and images that none of their owners has.
Who saw something could link it until links were limited to folders of one's own. With --undo these links end, beside a
running service; files and images stay in their folders.`,
  options,
  verbs: {
    '': {
      form: '[--undo] [<link>…]',
      words: [0, Number.POSITIVE_INFINITY, ''],
      read(links, { undo: isUndo }) {
        const wrong = links.find((link) => !/^[a-z]+\/[1-9]\d{0,9}\/[a-z]+$/.test(link));
        if (wrong !== undefined)
          throw new UsageError(
            `a link is called as the list has it, such as documents/7/document, got "${wrong}"`,
          );
        return (database) => carryOut({ links, isUndo }, database);
      },
    },
  },
  terms: { '<link>': 'as the list has it, such as documents/7/document; without one: all' },
  notes: `What staff has linked for somebody is in the list too: who linked what is not noted. So name the links that are to end, or
end all, and let owners link files of their own.`,
});

async function carryOut(
  { links, isUndo }: { links: string[]; isUndo: boolean },
  database: Database,
): Promise<void> {
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
