/** Makes the first account in the database of its first argument, with the data folder of its second. */
import { people } from '../../src/accounts/people.ts';
import { openDatabase } from '../../src/data/open-database.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const database = openDatabase(url, () => {});
await people.ensureFirst(database, { rootUsername: 'root', rootPassword: undefined, dataDir });
await database.close();
