import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type StartedProcess, startProcess } from './start-process.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');

/** Runs the one program in Python that a guide such as `video.md` shows, as it stands there, with Debian's requests. */
export async function startPythonOfGuide(
  guide: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<StartedProcess> {
  const command = '/usr/bin/python3';
  await promisify(execFile)(command, ['-c', 'import requests']).catch((cause) => {
    throw new Error('python3-requests is not installed: run scripts/install-test-tools', { cause });
  });
  const [, program] = /^```python\n(.*?)^```$/ms.exec(await readFile(path.join(docs, guide), 'utf8')) ?? [];
  if (program === undefined) throw new Error(`${guide} shows no program in Python`);
  return startProcess({ command, args: ['-c', program], cwd, env });
}
