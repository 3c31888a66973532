import pino from 'pino';
import { openDatabase } from '../../src/data/open-database.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { startUploadServer } from './upload-server.ts';

/**
 * A process that receives uploads, for tests that kill or weigh it.
 *
 *     node upload-process.ts <database URL> <media root>
 */
const [databaseUrl = '', mediaRoot = ''] = process.argv.slice(2);
const db = openDatabase(databaseUrl, () => undefined);
const storage = await openStorage({
  mediaRoot,
  minFreeBytes: 0,
  db,
  databaseUrl,
  log: pino({ level: 'silent' }),
});
const { url } = await startUploadServer({ storage, maxBytes: 2 ** 40 });
process.stdout.write(`ready on ${url}\n`);
