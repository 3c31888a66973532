import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './start-demo.ts';

/** The code of CONTRIBUTING.md's way to a resource, each with the last file that the text before it names. */
export async function resourceSteps(): Promise<{ kind: string; file: string; code: string }[]> {
  const text = await readFile(path.join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8');
  const [chapter = ''] = /(?<=## Add a resource\n).*?(?=\n## )/s.exec(text) ?? [];
  return [...chapter.matchAll(/(.*?)```(\w+)\n(.*?)```/gs)].map(([, before = '', kind = '', code = '']) => ({
    kind,
    code,
    file: [...before.matchAll(/`([\w/.-]+\/[\w.-]+\.\w+)`/g)].at(-1)?.[1] ?? '',
  }));
}

/**
 * Puts the lines with a plus behind those that stand before them.
 *
 * @throws Error  naming a line that is not there
 */
export function patched(text: string, diff: string): string {
  const lines = text.split('\n');
  let at = 0;
  for (const line of diff.trimEnd().split('\n')) {
    if (line.startsWith('+')) lines.splice(at++, 0, line.slice(1));
    else {
      const found = lines.indexOf(line.slice(1), at);
      if (found < 0) throw new Error(`there is no line ${line}`);
      at = found + 1;
    }
  }
  return lines.join('\n');
}
