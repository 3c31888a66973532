import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Scripts of the pages of signing in, for `createSite`: name in the address to path on disk. */
export const signInFiles: Readonly<Record<string, string>> = {
  'passkeys.js': path.resolve(import.meta.dirname, '../../assets/passkeys.js'),
  'webauthn.js': path.join(
    path.dirname(resolve('@simplewebauthn/browser')),
    '../dist/bundle/index.umd.min.js',
  ),
};
