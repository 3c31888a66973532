import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool, type SystemPostgres } from '@campus/testing';
import { repositoryRoot } from '../support/start-demo.ts';

/** Somebody who types what stands in docs/backup.md, in a folder that stands for /srv. */
export interface Operator {
  /**
   * Runs blocks of the document one below the other, as a script.
   *
   * @param server  where the databases are; undefined: in the folders of the services
   * @param env     the variables that it names, beside those of its beginning
   */
  run(
    server: SystemPostgres | undefined,
    blocks: string[],
    options?: { env?: Record<string, string>; password?: string; cwd?: string },
  ): Promise<void>;
  /** What the document writes into postgresql.conf, with the program that it names. */
  archiveSettings(): Promise<string[]>;
}

export async function createOperator(folder: string): Promise<Operator> {
  await requireTool('rsync');
  const surroundings = async (server: SystemPostgres | undefined, password?: string) => {
    if (server === undefined) return { PATH: process.env.PATH };
    const admin = new URL(server.adminUrl);
    const passwordFile = path.join(folder, `pgpass-${server.port}`);
    await writeFile(passwordFile, `*:*:*:${admin.username}:${password ?? admin.password}\n`, {
      mode: 0o600,
    });
    return {
      PATH: `${folder}:${server.bin}:${process.env.PATH}`,
      ...{ PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: admin.username },
      PGPASSFILE: passwordFile,
    };
  };
  const here = (text: string) =>
    text.replaceAll('/srv/backup', path.join(folder, 'backup')).replaceAll('/usr/local/bin', folder);
  return {
    async run(server, blocks, { env = {}, password, cwd = folder } = {}) {
      const script = await Promise.all(blocks.map((name) => blockOf(`run: ${name}`)));
      await promisify(execFile)('/bin/sh', ['-eu', '-c', here(script.join(''))], {
        cwd,
        maxBuffer: 2 ** 26,
        env: {
          HOME: folder,
          ...(await surroundings(server, password)),
          BACKUP: path.join(folder, 'backup'),
          ...env,
        },
      });
    },
    async archiveSettings() {
      await mkdir(path.join(folder, 'backup/wal'), { recursive: true });
      const program = here(await blockOf('archive: archive-log'));
      await writeFile(path.join(folder, 'archive-log'), program, { mode: 0o755 });
      return here(await blockOf('archive: settings'))
        .trimEnd()
        .split('\n');
    },
  };
}

/** What stands below a mark such as `<!-- run: save -->`. */
async function blockOf(mark: string): Promise<string> {
  const text = await readFile(path.join(repositoryRoot, 'docs/backup.md'), 'utf8');
  const [, block] = new RegExp(`<!-- ${mark} -->\\n\`\`\`(?:sh)?\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/backup.md has nothing below "${mark}"`);
  return block;
}
