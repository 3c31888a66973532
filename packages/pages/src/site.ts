import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fixedFile } from '@campus/service';
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

/** Addresses at the foot of every page; undefined: not shown. The law may want those that are configured. */
interface FooterLinks {
  /** Where the service says what its words mean (`glossaryPage`). */
  words?: string | undefined;
  legal: string | undefined;
  accessibility: string | undefined;
}

const ownAssets = path.resolve(import.meta.dirname, '../assets');

/**
 * Brings together what the pages of a service share, and reads their files.
 *
 * @param site.assetsPath  where `assets` is mounted, such as `/static`
 * @param site.files       further style sheets and scripts of the service: name in the address to path on disk, or
 *                         to what is in it
 */
export function createSite(
  options: Pick<Site, 'name' | 'home' | 'timeZone' | 'links'> & {
    assetsPath: string;
    files: Readonly<Record<string, string | { content: string }>>;
  },
): Site {
  const { assetsPath, files, ...site } = options;
  const own = readdirSync(ownAssets).map((name) => [name, path.join(ownAssets, name)] as const);
  const contents = new Map(
    [...own, ...Object.entries(files)].map(([name, file]) => [name, contentOf(file)] as const),
  );
  const version = versionOf([...contents.values()]);
  const senders = new Map([...contents].map(([name, content]) => [name, fixedFile(content)] as const));
  const assets = express.Router();
  assets.get('/:version/:name', async (request, response, next) => {
    const { name } = request.params;
    const send = senders.get(name);
    if (send === undefined || request.params.version !== version) return next();
    response.type(path.extname(name)).set('Cache-Control', 'public, max-age=31536000, immutable');
    await send(response);
  });
  return {
    ...site,
    assets,
    asset(name) {
      if (!contents.has(name)) throw new Error(`no asset is called ${name}`);
      return `${assetsPath}/${version}/${name}`;
    },
  };
}

function contentOf(file: string | { content: string }): Buffer {
  return typeof file === 'string' ? readFileSync(file) : Buffer.from(file.content);
}

/** One for all: modules import each other by relative addresses. */
function versionOf(contents: Buffer[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 16);
}
