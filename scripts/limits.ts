/**
 * Writes docs/limits.md: everything that a caller can use up, read out of the code. `npm run limits` after a limit has
 * changed; a test compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { budgetTables } from './limits/budget-tables.ts';
import { showLimits } from './limits/show-limits.ts';

const file = fileURLToPath(new URL('../docs/limits.md', import.meta.url));
writeFileSync(file, showLimits(readFileSync(file, 'utf8'), budgetTables));
