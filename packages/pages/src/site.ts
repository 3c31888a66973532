import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Router } from 'express';
import type { Translated } from './language/language.ts';

/** What every page of a service has in common. */
export interface Site {
  name: Translated;
  /** Where the name in the header leads. */
  home: string;
  timeZone: string;
  links: FooterLinks;
  /** Address of a style sheet or a script, by its file name; it changes with the content of any of them. */
  asset(name: string): string;
  /** Serves them, to be mounted at `assetsPath`. */
  assets: Router;
}

/** Addresses that the law may want on every page; undefined: not shown. */
export interface FooterLinks {
  legal: string | undefined;
  accessibility: string | undefined;
}

const ownAssets = path.resolve(import.meta.dirname, '../assets');

/**
 * Brings together what the pages of a service share, and reads their files.
 *
 * @param site.assetsPath  where `assets` is mounted, such as `/static`
 * @param site.files       further style sheets and scripts of the service: name in the address to path on disk
 */
export function createSite({
  assetsPath,
  files,
  ...site
}: Pick<Site, 'name' | 'home' | 'timeZone' | 'links'> & {
  assetsPath: string;
  files: Readonly<Record<string, string>>;
}): Site {
  const own = readdirSync(ownAssets).map((name) => [name, path.join(ownAssets, name)] as const);
  const all = new Map([...own, ...Object.entries(files)]);
  const version = versionOf([...all.values()]);
  const assets = express.Router();
  assets.get('/:version/:name', (request, response, next) => {
    const file = all.get(request.params.name);
    if (file === undefined || request.params.version !== version) return next();
    // The folder of the service may be a hidden one, or lie in one.
    response.sendFile(file, { immutable: true, maxAge: '1y', dotfiles: 'allow' });
  });
  return {
    ...site,
    assets,
    asset(name) {
      if (!all.has(name)) throw new Error(`no asset is called ${name}`);
      return `${assetsPath}/${version}/${name}`;
    },
  };
}

/** One for all: modules import each other by relative addresses. */
function versionOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
