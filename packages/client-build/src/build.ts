/**
 * Makes the package that others install, of the client in the folder that is named: `dist`, with ECMAScript modules,
 * CommonJS, the types of both, and its programs, each in one file. `npm pack ./dist` packs it.
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

interface Manifest {
  name: string;
  version: string;
  license: string;
  /** Its programs, by the names that they are called by. */
  bin?: Record<string, string>;
  dependencies: Record<string, string>;
}

const client = path.resolve(process.argv[2] ?? '');
const packages = path.dirname(client);
const dist = path.join(client, 'dist');
const manifest = JSON.parse(await readFile(path.join(client, 'package.json'), 'utf8')) as Manifest;

await rm(dist, { recursive: true, force: true });
compile('esm', { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext });
compile('cjs', { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 });
await bundlePrograms();
await writeManifests();
await writeReadme();
await copyFile(path.join(client, '../../LICENSE'), path.join(dist, 'LICENSE'));

/** Links to other files of the repository would lead nowhere: they are told by name. */
async function writeReadme(): Promise<void> {
  const text = await readFile(path.join(client, 'README.md'), 'utf8');
  const whole = text.replaceAll(/\[([^\]]+)\]\((\.\.?\/[^)#]+)[^)]*\)/g, (_, said: string, file: string) => {
    const place = path.relative(path.dirname(packages), path.join(client, file));
    return `${said} (\`${place}\` in the repository)`;
  });
  await writeFile(path.join(dist, 'README.md'), whole);
}

/**
 * What it takes from other packages of the repository is compiled beside it, and named by its place there.
 *
 * @throws  with what the compiler says, unless it says nothing
 */
function compile(folder: string, { module, moduleResolution }: ts.CompilerOptions): void {
  const options: ts.CompilerOptions = {
    module,
    moduleResolution,
    paths: { '@campus/*': [path.join(packages, '*/src/index.ts')] },
    rootDir: packages,
    outDir: path.join(dist, folder),
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    declaration: true,
    strict: true,
    esModuleInterop: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { writeFile } = host;
  host.writeFile = (file, text, ...others) => {
    const placeOf = (name: string) =>
      path.relative(path.dirname(file), path.join(dist, folder, name, 'src/index.js'));
    const placed = text.replaceAll(
      /(['"])@campus\/([\w-]+)\1/g,
      (_, quote, name) => quote + placeOf(name) + quote,
    );
    writeFile(file, placed, ...others);
  };
  const program = ts.createProgram([path.join(client, 'src/index.ts')], options, host);
  const { diagnostics } = program.emit();
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length === 0) return;
  throw new Error(ts.formatDiagnostics(problems, host));
}

/** What they take from other packages of the repository goes into their files: nobody can install these. */
async function bundlePrograms(): Promise<void> {
  for (const program of Object.values(manifest.bin ?? {}))
    await build({
      entryPoints: [path.join(client, program)],
      outfile: path.join(dist, outputOf(program)),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: Object.keys(manifest.dependencies),
      logLevel: 'warning',
    });
}

/** `./src/cli/campus-video.ts` is built into `./bin/campus-video.js`. */
function outputOf(program: string): string {
  return `./bin/${path.basename(program, '.ts')}.js`;
}

async function writeManifests(): Promise<void> {
  const { name, version, license, bin = {}, dependencies } = manifest;
  const at = (folder: string) => ({
    types: `./${folder}/${path.basename(client)}/src/index.d.ts`,
    default: `./${folder}/${path.basename(client)}/src/index.js`,
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
    bin: Object.fromEntries(Object.entries(bin).map(([called, program]) => [called, outputOf(program)])),
    engines: { node: '>=20.12' },
    dependencies,
  });
  await write('cjs/package.json', { type: 'commonjs' });
}

async function write(file: string, content: object): Promise<void> {
  await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
  await writeFile(path.join(dist, file), `${JSON.stringify(content, undefined, 2)}\n`);
}
