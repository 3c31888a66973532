import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { testMediaTools } from './clips.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/**
 * ffmpeg or ffprobe as the tests have it, of which some runs that read a file go wrong first.
 *
 * @param fault         lines of shell; `$file` is what ffprobe was to look at
 * @param which.having  what their arguments have in them
 * @returns its path
 */
export async function faultyTool(
  tool: 'ffmpeg' | 'ffprobe',
  fault: string,
  { times = 1, having = '' }: { times?: number; having?: string } = {},
): Promise<string> {
  const { [tool]: program } = await testMediaTools();
  const folder = await mkdtemp(path.join(tmpdir(), 'faulty-tool-'));
  folders.push(folder);
  const file = path.join(folder, tool);
  await writeFile(
    file,
    `#!/bin/sh
case " $* " in *" -i "*)
  case " $* " in *"${having}"*)
  for file; do :; done
  file=\${file#file:}
  number=1
  while [ $number -le ${times} ]; do
    if mkdir "$0.$number" 2>/dev/null; then ${fault}; fi
    number=$((number + 1))
  done ;;
  esac ;;
esac
exec "${program}" "$@"
`,
  );
  await chmod(file, 0o700);
  return file;
}

/** What may end ffprobe once, and says nothing of the file. */
export const passingFaults = [
  ['killed', 'kill -KILL $$'],
  ['fallen over', 'kill -SEGV $$'],
  ['without a word', 'exit 1'],
  ['without a process', 'echo "Cannot fork" >&2; exit 2'],
  ['without its file', 'echo "$file: No such file or directory" >&2; exit 1'],
  ['on a disk that fails', 'echo "$file: Input/output error" >&2; exit 1'],
  ['refused by the store', 'echo "$file: Server returned 404 Not Found" >&2; exit 1'],
  ['cut off by the store', 'echo "$file: Connection reset by peer" >&2; exit 1'],
] as const;
