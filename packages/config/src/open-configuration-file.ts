import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ConfigurationSource, setVariable } from './configuration-source.ts';
import { errorCode } from './expected-error.ts';
import { type PropertyEntry, readProperties } from './read-properties.ts';

/** What became of the configuration file. `shownPath` is short where the file lies below the working directory. */
export type ConfigurationFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly shownPath: string;
      readonly entries: readonly PropertyEntry[];
    };

type FileSource = Pick<ConfigurationSource, 'service' | 'env' | 'workingDirectory' | 'repositoryRoot'>;

/**
 * Finds and reads the configuration file: the one that `CONFIG_FILE` names, which must exist, else
 * `<service>.properties` in the working directory, else in the repository root.
 */
export function openConfigurationFile(options: FileSource): ConfigurationFile {
  const { service, env, workingDirectory, repositoryRoot } = options;
  const named = setVariable({ service, env }, 'CONFIG_FILE');
  if (named !== undefined) {
    const file = read(path.resolve(workingDirectory, named.text), workingDirectory);
    if (file.kind === 'read') return file;
    const problem = file.kind === 'absent' ? 'there is no such file' : file.problem;
    const mend = 'correct the path or the file, or unset the variable';
    return {
      kind: 'unreadable',
      problem: `environment variable ${named.variable}: ${named.text}: ${problem}; ${mend}`,
    };
  }
  for (const folder of [workingDirectory, repositoryRoot]) {
    const candidate = path.join(folder, `${service}.properties`);
    const file = read(candidate, workingDirectory);
    if (file.kind === 'read') return file;
    if (file.kind === 'unreadable') {
      const shownPath = showPath(candidate, workingDirectory);
      return { kind: 'unreadable', problem: `${shownPath}: ${file.problem}; correct the file or remove it` };
    }
  }
  return { kind: 'absent' };
}

function read(file: string, workingDirectory: string): ConfigurationFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = errorCode(error);
    if (code === '') throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return { kind: 'unreadable', problem: `the file cannot be read (${code})` };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { kind: 'unreadable', problem: 'the file is not UTF-8' };
  }
  return {
    kind: 'read',
    path: file,
    shownPath: showPath(file, workingDirectory),
    entries: readProperties(text),
  };
}

function showPath(file: string, workingDirectory: string): string {
  const relative = path.relative(workingDirectory, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}
