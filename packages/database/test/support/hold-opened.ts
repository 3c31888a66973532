/** Opens the embedded PostgreSQL on the folder of its first argument, says how, and leaves it on SIGTERM. */
import { openEmbeddedPostgres } from '../../src/index.ts';

const [dataDir = ''] = process.argv.slice(2);
const opened = await openEmbeddedPostgres({
  dataDir,
  database: 'notes',
  onLost: () => console.log('lost'),
});
process.once('SIGTERM', async () => {
  await opened.close();
  console.log('closed');
  process.exit(0);
});
console.log(`${opened.isShared ? 'attached' : 'started'} ${opened.url}`);
setInterval(() => {}, 60_000);
