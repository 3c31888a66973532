import type { exports } from '../../src/exchange/exchange-command.ts';
import { openMediaArchive } from '../../src/storage/media-archive.ts';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import type { TestStorage } from './storage.ts';

/** Does what the command does, on the storage of a test. @param options.archive  where media are on their way */
export async function runExchange(
  program: typeof exports,
  { on: { db, storage }, archive }: { on: TestStorage; archive: { folder: string } | ObjectStoreSettings },
  ...args: string[]
): Promise<void> {
  const command = program.read(args);
  if (command === 'help') throw new Error('the usage was asked for');
  const work = await program.run(command);
  await work?.({
    db,
    openStorage: async () => storage,
    openArchive: ({ name }, { isNew }) =>
      openMediaArchive(name, 'folder' in archive ? { ...archive, isNew } : archive),
  });
}
