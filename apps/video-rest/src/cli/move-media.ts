/** `npm run move-media -w apps/video-rest`: from the media folder into object storage, or back. */
import { OperatorError, placesOf } from '@campus/config';
import { runWithDatabase } from '@campus/database/programs';
import { createLog, say } from '@campus/service';
import type { VideoConfiguration } from '../config.ts';
import { type Database, openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';
import {
  type Amount,
  countElsewhere,
  type GatherProgress,
  gatherMedia,
} from '../storage/gather/gather-media.ts';
import { openStorage } from '../storage/open-storage.ts';
import { bucketOf } from '../storage/store-parameters.ts';
import { type MoveMediaCommand, readMoveMediaCommand, usage } from './move-media-command.ts';

interface Opened {
  db: Database;
  databaseUrl: string;
  close(): Promise<void>;
}

async function carryOut({ isDryRun }: MoveMediaCommand, { db, databaseUrl }: Opened): Promise<void> {
  const configuration = identity.loadConfiguration(placesOf(process.env, identity.repositoryRoot), {
    isBeside: true,
  });
  // Errors alone are told, as sentences.
  const log = await createLog('move-media');
  log.level = 'silent';
  const storage = await openStorage({ ...storageOf(configuration), db, databaseUrl, log });
  try {
    const { gathering } = storage;
    if (gathering === null)
      throw new OperatorError(
        'There is one place for media alone: set MEDIA_S3_BUCKET and what belongs to it, and MEDIA_STORE to where the media are to be.',
      );
    const amounts = await countElsewhere({ db, gathering });
    for (const [table, amount] of amounts) say(`${table}: ${shown(amount)} to move`);
    if (isDryRun) return;
    const onProgress = tellEvery(totalOf([...amounts.values()]));
    const { moved, problems } = await gatherMedia({ db, gathering, onProgress });
    say(`Moved and compared: ${shown(moved)}.`);
    if (problems.length === 0) return;
    throw new OperatorError(
      `${problems.join('\n')}\nThese stay where they were; restore them from a backup, or replace them.`,
    );
  } finally {
    await storage.close();
  }
}

function storageOf(configuration: VideoConfiguration) {
  const { mediaRoot, mediaMinFree, mediaStore } = configuration;
  return {
    mediaRoot,
    minFreeBytes: mediaMinFree,
    keepsIn: mediaStore,
    bucket: bucketOf(configuration),
  };
}

const tellAfterMs = 5_000;

function tellEvery(total: Amount): (progress: GatherProgress) => void {
  let toldAt = 0;
  return ({ moved, waiting }) => {
    if (Date.now() - toldAt < tellAfterMs) return;
    toldAt = Date.now();
    const encoded = waiting === 0 ? '' : `; ${waiting} rows wait to be removed where they were`;
    say(`${moved.files} of ${shown(total)}, ${gibibytes(moved.bytes)}${encoded}`);
  };
}

function totalOf(amounts: Amount[]): Amount {
  const total: Amount = { files: 0, bytes: 0 };
  for (const { files, bytes } of amounts) {
    total.files += files;
    total.bytes += bytes;
  }
  return total;
}

function shown({ files, bytes }: Amount): string {
  return `${files} files, ${gibibytes(bytes)}`;
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(3)} GiB`;
}

await runWithDatabase<MoveMediaCommand, Opened>(
  identity,
  { usage, read: readMoveMediaCommand, run: async (command) => (opened) => carryOut(command, opened) },
  {
    args: process.argv.slice(2),
    env: process.env,
    open(databaseUrl, onError) {
      const db = openDatabase(databaseUrl, onError);
      return { db, databaseUrl, close: () => db.close() };
    },
  },
);
