import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from '@campus/testing';
import { repositoryRoot } from './start-demo.ts';

/** A copy of the sources, to change something in and to start. */
export interface CopyOfTree {
  folder: string;
  /** Adds text to the end of what begins with `opening`, such as `model Signable`, and ends with a brace of its own line. */
  addTo(file: string, opening: string, text: string): Promise<void>;
  /** Runs a program of the repository in it; fails with what it wrote unless it ends well. */
  run(program: string, ...args: string[]): Promise<void>;
  remove(): Promise<void>;
}

const leftOut = ['node_modules', '.git', '.data', '.turbo', 'coverage'];

/** Copies the sources to below the repository, where they find the packages that are installed; those are shared. */
export async function copyTree(): Promise<CopyOfTree> {
  const data = path.join(repositoryRoot, '.data');
  await mkdir(data, { recursive: true });
  const folder = await mkdtemp(path.join(data, 'copy-'));
  const filter = (source: string) => !leftOut.includes(path.basename(source));
  for (const name of (await readdir(repositoryRoot)).filter(filter))
    await cp(path.join(repositoryRoot, name), path.join(folder, name), { recursive: true, filter });
  return {
    folder,
    async addTo(file, opening, text) {
      const before = await readFile(path.join(folder, file), 'utf8');
      const end = before.indexOf('\n}', before.indexOf(opening) + opening.length);
      if (!before.includes(opening) || end < 0) throw new Error(`${file} has no ${opening}`);
      await writeFile(path.join(folder, file), `${before.slice(0, end)}\n${text}${before.slice(end)}`);
    },
    async run(program, ...args) {
      const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
      await using running = startProcess({
        command: process.execPath,
        args: [path.join(repositoryRoot, program), ...args],
        cwd: folder,
        env,
      });
      const { code } = await running.exited;
      if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${running.output()}`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
