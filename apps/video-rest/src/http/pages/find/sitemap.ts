import { XMLBuilder } from 'fast-xml-parser';

const builder = new XMLBuilder({ ignoreAttributes: false });
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** So many ids are in one part: fewer addresses than the 50,000 that a part may have, and one quick look at the database. */
export const idsOfPart = 4_000;

/** Of each of the five kinds of places, which have one part together. */
export const placesOfKind = 9_000;

/** The index of the parts. @see https://www.sitemaps.org/protocol.html */
export function sitemapIndex(parts: readonly string[]): string {
  return documentOf('sitemapindex', { sitemap: parts.map((loc) => ({ loc })) });
}

/** One part: absolute addresses of pages. */
export function sitemapOf(pages: readonly string[]): string {
  return documentOf('urlset', { url: pages.map((loc) => ({ loc })) });
}

function documentOf(root: string, content: object): string {
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    [root]: { '@_xmlns': namespace, ...content },
  });
}
