import path from 'node:path';
import { text } from './text.ts';

/** Value parser: the absolute path of a folder, which need not exist; a relative one starts at `base`. */
export function directoryPath(base: string): (given: string) => string {
  return (given) => path.resolve(base, text(given));
}
