/**
 * Writes the tables of docs/privacy.md, out of what each service declares. `npm run privacy` after a table or a column has
 * changed; a test compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { personalTables as signing } from '../apps/conventions-signing/src/data/personal-data.ts';
import { personalTables as video } from '../apps/video-rest/src/data/personal-data.ts';
import { showPrivacy } from './privacy/show-privacy.ts';

const file = fileURLToPath(new URL('../docs/privacy.md', import.meta.url));
writeFileSync(file, showPrivacy(readFileSync(file, 'utf8'), { signing, video }));
