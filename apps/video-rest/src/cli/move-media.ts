/** `npm run move-media -w apps/video-rest`: from the media folder into object storage, or back. */
import { OperatorError } from '@campus/config';
import { declareProgram, flag, say } from '@campus/service/command-line';
import {
  type Amount,
  countElsewhere,
  type GatherProgress,
  gatherMedia,
} from '../storage/gather/gather-media.ts';
import { runWithStorage, type WithStorage } from './with-storage.ts';

async function carryOut({ isDryRun }: { isDryRun: boolean }, opened: WithStorage): Promise<void> {
  const { db } = opened;
  const { gathering } = await opened.openStorage();
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

const options = { 'dry-run': flag('says how much there is to move, and moves nothing') };

const program = declareProgram<typeof options, WithStorage>({
  call: 'npm run move-media -w apps/video-rest',
  about: `Moves all media to where MEDIA_STORE says that new files are kept, from the media folder into the bucket or back,
beside the running service or without it. Every copy is held against its SHA-256 before it is referred to, and only then
what was copied is removed. When it was ended, in whatever way, call it again: it goes on with what is left.`,
  options,
  verbs: {
    '': {
      form: '[--dry-run]',
      read:
        (_, { 'dry-run': isDryRun }) =>
        (opened) =>
          carryOut({ isDryRun }, opened),
    },
  },
  notes: `The service and its workers must be started with MEDIA_STORE as it is to be, and with MEDIA_S3_… set, before: so they read
both places, and keep what is new in the right one.`,
  exit: 'Exit status: 0 when everything is moved, 1 when something cannot be, 64 when the command line is wrong.',
});

await runWithStorage(program);
