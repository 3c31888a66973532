import { html } from '@campus/pages';
import { XMLBuilder } from 'fast-xml-parser';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { writableText } from '../../../dublin-core/writable-text.ts';
import { embeddedVideoAddress } from '../../addresses.ts';
import type { MostPixels, Thumbnail } from './thumbnail.ts';

const builder = new XMLBuilder({ format: true });

/** What a site needs to show a video in a page of its own (oEmbed 1.0 §2.3.4.2, type `video`). */
interface Embedding {
  version: '1.0';
  type: 'video';
  title: string;
  author_name?: string;
  provider_name: string;
  provider_url: string;
  html: string;
  width: number;
  height: number;
  /** All three or none. */
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}

/** Of the frame that is offered where the other site wants no smaller one. */
const usual = { width: 640, height: 360 };

/**
 * @param most       of the frame, as the other site asks
 * @param thumbnail  no larger than that; undefined: the video has none
 * @param site       what this service is called, and its public address
 */
export function embeddingOf(
  video: WatchedVideo,
  {
    most,
    thumbnail,
    site,
  }: {
    most: MostPixels;
    thumbnail: Thumbnail | undefined;
    site: { name: string; base: string };
  },
): Embedding {
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

export function embeddingAsXml(embedding: Embedding): string {
  const texts = Object.entries(embedding).map(([name, value]) => [name, writableText(String(value))]);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n${builder.build({ oembed: Object.fromEntries(texts) })}`;
}
