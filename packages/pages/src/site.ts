import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fixedFile } from '@campus/service';
import express, { type Router } from 'express';
import type { Audited } from './accessibility/criteria-words.ts';
import { accentRules } from './brand/accent.ts';
import type { Translated } from './language/language.ts';
import type { Brand } from './page-parameters.ts';

/** What every page of a service has in common. */
export interface Site {
  name: Translated;
  brand: Brand;
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
  /** A statement of the institution. */
  accessibility: string | undefined;
  /** Whose own statement is linked where the institution has none. */
  audited?: Audited;
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
  options: Pick<Site, 'name' | 'brand' | 'home' | 'timeZone' | 'links'> & {
    assetsPath: string;
    files: Readonly<Record<string, string | { content: string }>>;
  },
): Site {
  const { assetsPath, files, ...site } = options;
  const own = readdirSync(ownAssets).map((name) => [name, path.join(ownAssets, name)] as const);
  const { brandColour, brandLogo } = site.brand;
  const contents = new Map(
    [...own, ...Object.entries(files)].map(([name, file]) => [name, contentOf(name, file)] as const),
  );
  contents.set(
    'site.css',
    Buffer.concat([Buffer.from(accentRules(brandColour)), contents.get('site.css') as Buffer]),
  );
  if (brandLogo !== undefined) contents.set(brandLogo.name, brandLogo.content);
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

/** Style sheets come without what only their authors read. */
function contentOf(name: string, file: string | { content: string }): Buffer {
  const content = typeof file === 'string' ? readFileSync(file) : Buffer.from(file.content);
  if (!name.endsWith('.css')) return content;
  const rules = content.toString('utf8').replace(/\/\*.*?\*\//gs, '');
  return Buffer.from(rules.replace(/\s+/g, ' ').replace(/ ?([{};]) ?/g, '$1'));
}

/** One for all: modules import each other by relative addresses. */
function versionOf(contents: Buffer[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 16);
}
