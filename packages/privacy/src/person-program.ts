import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ChangeableDatabase, commandLine } from '@campus/accounts';
import { folderOfCall, OperatorError } from '@campus/config';
import type { Queryable } from '@campus/database';
import { syncFile } from '@campus/service';
import { declareProgram, flag, option, say, textTable, UsageError } from '@campus/service/command-line';
import type pg from 'pg';
import { erasureText, type Person } from './declaration.ts';
import { exportPerson } from './export-person.ts';
import { erasePerson, type FoundData, findData, findPerson, type PersonalData } from './person.ts';
import { leftOutText } from './privacy-words.ts';

const options = {
  to: option('<file>', 'the archive to be written'),
  'dry-run': flag('only says what there is, and what would become of it'),
};

/** The command line for what is kept about people. */
export function personProgram<Db extends ChangeableDatabase<Queryable> & { pool: pg.Pool }>(
  workspace: string,
  service: PersonalData,
) {
  const verb = (form: string, run: (db: Db, asked: Asked) => Promise<void>) => ({
    form: `<who> ${form}`.trim(),
    words: [1, 1, 'a mail address, a user name or the number of an account'] as const,
    read: ([who = '']: string[], values: { to?: string | undefined; 'dry-run': boolean }) => {
      if (form.includes('--to') && !values.to) throw new UsageError('export needs --to with a file');
      return async (db: Db) => {
        const person = await findPerson(db.pool, service, who);
        const found = await findData(db.pool, service, person);
        for (const what of person.leftOut) say(leftOutText(what)[0]);
        if (found.length === 0) return say(`Nothing is kept about ${who}.`);
        await run(db, {
          person,
          found,
          who,
          to: path.resolve(folderOfCall(), values.to ?? ''),
          isDry: values['dry-run'],
        });
      };
    },
  });
  return declareProgram<typeof options, Db>({
    call: `npm run person -w ${workspace}`,
    about: 'Shows, hands out and erases what is kept about a person, beside a running service or without it.',
    options,
    verbs: {
      show: verb('', async (_db, { found }) => say(foundTable(found))),
      export: verb('--to <file>', async (db, { person, to }) => {
        await writeNew(to, exportPerson(db, service, { person, by: commandLine() }));
        say(`${to} is there.`);
      }),
      erase: verb('[--dry-run]', async (db, { person, found, who, isDry }) => {
        say(foundTable(found));
        if (isDry) return say('Nothing was erased.');
        await erasePerson(db, service, { person, by: commandLine() });
        say(`${who} is erased. Backups hold the person until they are removed.`);
      }),
    },
    terms: { '<who>': 'a mail address, in capitals or not, a user name, or the number of an account' },
    notes: 'What is kept where, why and for how long stands in docs/privacy.md.',
  });
}

interface Asked {
  person: Person;
  found: FoundData[];
  who: string;
  to: string;
  isDry: boolean;
}

function foundTable(found: readonly FoundData[]): string {
  return textTable(
    ['TABLE', 'ROWS', 'WHAT', 'AN ERASURE'],
    found.map(({ name, table, rows }) => [name, String(rows), table.what[0], erasureText(table.erase)[0]]),
  );
}

/** Writes a file for its owner alone, which has its name once it is whole. */
async function writeNew(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await pipeline(pieces, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
    await syncFile(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new OperatorError(
        `${unfinished} is there: another export writes it, or one was ended; remove it`,
      );
    await rm(unfinished, { force: true });
    throw error;
  }
}
