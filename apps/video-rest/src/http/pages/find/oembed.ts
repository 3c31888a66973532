import { html } from '@campus/pages/html';
import { baseOf, Refusal } from '@campus/rest';
import type { Request } from 'express';
import { XMLBuilder } from 'fast-xml-parser';
import { findWatchedVideo, type WatchedVideo } from '../../../data/watched-videos.ts';
import { isPublic } from '../../../domain/who-may-watch.ts';
import { writableText } from '../../../dublin-core/plain-text.ts';
import { bytesWithSize, type PictureSize, pictureSize } from '../../../library/kept-images.ts';
import { readStart } from '../../../storage/locate-file.ts';
import { embeddedVideoAddress } from '../../addresses.ts';
import { type PlayedVideo, type Poster, postersOf, posterUrl } from '../../media/media-urls.ts';
import { refusals } from '../../refusals.ts';
import type { Services } from '../../resources/services.ts';
import { queryText } from '../lists/searched-list.ts';
import type { FindVisit } from './found.ts';

const builder = new XMLBuilder({ format: true });

/** What other sites need to show a video. @see https://oembed.com, §2.3.4 for the statuses */
export async function sendEmbedding(visit: FindVisit): Promise<void> {
  const { engine, sessions, request, response, reader } = visit;
  const format = queryText(request, 'format') || 'json';
  if (format !== 'json' && format !== 'xml') throw new Refusal(refusals.no_such_embedding);
  const base = baseOf(request, engine);
  const slug = slugIn(queryText(request, 'url'), base);
  const video =
    slug === undefined ? undefined : await findWatchedVideo(engine.services.db, { slug, id: null });
  if (video === undefined || !isPublic(video)) throw new Refusal(refusals.nothing_to_embed);
  const most = { width: lengthIn(request, 'maxwidth'), height: lengthIn(request, 'maxheight') };
  const name = sessions.site.name[reader.language];
  const thumbnail = await findThumbnail(engine.services, video, { most, base });
  const embedding = embeddingOf(video, { most, thumbnail, site: { name, base } });
  // Whoever shows it asks from a page of another site.
  response.set({ 'Access-Control-Allow-Origin': '*', Vary: 'Accept-Language' });
  if (format === 'json') response.json(embedding);
  else response.type('text/xml').send(embeddingAsXml(embedding));
}

/** Of the page of a video of ours. */
function slugIn(address: string, base: string): string | undefined {
  const url = URL.parse(address);
  // A page may be known by http and https, which lead to one another.
  if (url === null || url.host !== new URL(base).host) return undefined;
  return /^\/video\/([\w-]+)\/?$/.exec(url.pathname)?.[1];
}

function lengthIn(request: Request, name: string): number | undefined {
  const length = Number.parseInt(queryText(request, name), 10);
  return length >= 1 ? length : undefined;
}

/** What a site needs to show a video in a page of its own (oEmbed 1.0 §2.3.4.2, type `video`). */
type Embedding = ReturnType<typeof embeddingOf>;

/** Of the frame that is offered where the other site wants no smaller one. */
const usual = { width: 640, height: 360 };

/**
 * @param most       of the frame, as the other site asks
 * @param thumbnail  no larger than that; undefined: the video has none
 * @param site       what this service is called, and its public address
 */
function embeddingOf(
  video: WatchedVideo,
  shown: {
    most: MostPixels;
    thumbnail: Thumbnail | undefined;
    site: { name: string; base: string };
  },
) {
  const { most, thumbnail, site } = shown;
  const scale = Math.min(
    1,
    (most.width ?? usual.width) / usual.width,
    (most.height ?? usual.height) / usual.height,
  );
  const [width, height] = [Math.ceil(usual.width * scale), Math.ceil(usual.height * scale)];
  const { name, base } = site;
  const address = `${base}${embeddedVideoAddress(video)}`;
  const frame = html`<iframe src="${address}" title="${video.title}" width="${width}" height="${height}" allowfullscreen></iframe>`;
  return {
    version: '1.0',
    type: 'video',
    title: video.title,
    ...(video.ownerName !== '' && { author_name: video.ownerName }),
    provider_name: name,
    provider_url: `${base}/`,
    html: frame.toString(),
    width,
    height,
    ...(thumbnail && {
      thumbnail_url: thumbnail.url,
      thumbnail_width: thumbnail.widthPixels,
      thumbnail_height: thumbnail.heightPixels,
    }),
  };
}

function embeddingAsXml(embedding: Embedding): string {
  const texts = Object.entries(embedding).map(([name, value]) => [name, writableText(String(value))]);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n${builder.build({ oembed: Object.fromEntries(texts) })}`;
}

/** A picture of a video that other sites show, with its size, which is read from its file. */
interface Thumbnail extends PictureSize {
  url: string;
}

/** How large a picture may be, in pixels; undefined: as large as it is. */
interface MostPixels {
  width: number | undefined;
  height: number | undefined;
}

/** The largest picture of a video that is no larger than wanted; undefined: there is none. */
async function findThumbnail(
  { storage, media }: Pick<Services, 'storage' | 'media'>,
  video: PlayedVideo,
  { most, base }: { most: MostPixels; base: string },
): Promise<Thumbnail | undefined> {
  for (const poster of postersOf(video)) {
    const size = await sizeOf(storage, poster);
    if (size !== undefined && fits(size, most))
      return { url: posterUrl(video, poster, { media, base }), ...size };
  }
  return undefined;
}

async function sizeOf(storage: Services['storage'], poster: Poster): Promise<PictureSize | undefined> {
  const located = await storage.locate('kept' in poster ? poster.kept : poster.stored);
  return located === null ? undefined : pictureSize(await readStart(located, bytesWithSize));
}

function fits({ widthPixels, heightPixels }: PictureSize, most: MostPixels): boolean {
  return (
    widthPixels <= (most.width ?? Number.POSITIVE_INFINITY) &&
    heightPixels <= (most.height ?? Number.POSITIVE_INFINITY)
  );
}
