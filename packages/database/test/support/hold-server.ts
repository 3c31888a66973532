/** Starts an embedded PostgreSQL on the folder of its first argument, prints its URLs, and lives until it is killed. */
import { startEmbeddedPostgres } from '../../src/index.ts';

const [dataDir = ''] = process.argv.slice(2);
const { url, adminUrl } = await startEmbeddedPostgres({ dataDir, database: 'notes' });
console.log(`ready ${JSON.stringify({ url, adminUrl })}`);
setInterval(() => {}, 60_000);
