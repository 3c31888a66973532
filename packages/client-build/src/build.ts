/**
 * Makes the package that others install, of the client in the current folder: `dist`, with ECMAScript modules, CommonJS,
 * and the types of both. `npm pack ./dist` packs it.
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

const client = process.cwd();
const dist = path.join(client, 'dist');

await rm(dist, { recursive: true, force: true });
compile('esm', { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext });
compile('cjs', { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 });
await writeManifests();
await copyFile(path.join(client, 'README.md'), path.join(dist, 'README.md'));
await copyFile(path.join(client, '../../LICENSE'), path.join(dist, 'LICENSE'));

/** @throws  with what the compiler says, unless it says nothing */
function compile(folder: string, options: ts.CompilerOptions): void {
  const program = ts.createProgram([path.join(client, 'src/index.ts')], {
    ...options,
    rootDir: client,
    outDir: path.join(dist, folder),
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    declaration: true,
    strict: true,
    esModuleInterop: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
  });
  const { diagnostics } = program.emit();
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length === 0) return;
  const host = { getCanonicalFileName: String, getCurrentDirectory: () => client, getNewLine: () => '\n' };
  throw new Error(ts.formatDiagnostics(problems, host));
}

async function writeManifests(): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(client, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, dependencies } = manifest;
  const at = (folder: string) => ({
    types: `./${folder}/src/index.d.ts`,
    default: `./${folder}/src/index.js`,
  });
  await write('package.json', {
    name,
    version,
    license,
    type: 'module',
    sideEffects: false,
    exports: { import: at('esm'), require: at('cjs') },
    // For whoever does not read `exports`.
    main: at('cjs').default,
    types: at('cjs').types,
    engines: { node: '>=20' },
    dependencies,
  });
  await write('cjs/package.json', { type: 'commonjs' });
}

async function write(file: string, content: object): Promise<void> {
  await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
  await writeFile(path.join(dist, file), `${JSON.stringify(content, undefined, 2)}\n`);
}
