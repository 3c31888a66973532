import { textIn } from '@campus/pages';
import { baseOf } from '@campus/rest';
import { XMLBuilder } from 'fast-xml-parser';
import type { FoundVideo } from '../../../data/found-videos.ts';
import type { Place } from '../../../data/within-place.ts';
import { plainText, writableText } from '../../../dublin-core/plain-text.ts';
import { addresses, videoAddress } from '../../addresses.ts';
import { type MediaUrls, playbackOf } from '../../media/media-urls.ts';
import { addressOfPlace, type FindVisit, feedOf, findFor, placeAt, titleOfPlace } from './found.ts';
import { foundWords } from './found-words.ts';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
  // By default an attribute that is `true` loses its value, which is no XML.
  suppressBooleanAttributes: false,
});

/** The feed of the newest videos, or of those of the place that the address names. */
export async function sendFeed(visit: FindVisit, kind?: Place): Promise<void> {
  const { engine, sessions, request, response, reader } = visit;
  const place = kind === undefined ? undefined : await placeAt(visit, kind);
  const { videos } = await findFor(visit, place);
  const { language } = reader;
  const name = sessions.site.name[language];
  const base = baseOf(request, engine);
  const feed = {
    title: place === undefined ? name : `${titleOfPlace(place, language)} · ${name}`,
    description: (place && textIn(language, place.description)) || foundWords[language].newest,
    page: `${base}${place === undefined ? addresses.publicVideos : addressOfPlace(place)}`,
    self: `${base}${feedOf(place)}`,
    base,
    media: engine.services.media,
  };
  response.set('Vary', 'Accept-Language');
  response.type('application/rss+xml').send(rssOf(videos, feed));
}

/** What a feed says of itself. */
interface Feed {
  title: string;
  description: string;
  /** Absolute addresses: of the page that shows the same, and of the feed. */
  page: string;
  self: string;
  /** Public address of the service. */
  base: string;
  media: MediaUrls;
}

/**
 * The videos as RSS 2.0, with the address of the feed itself (Atom) and pictures (Media RSS).
 *
 * @see https://www.rssboard.org/rss-specification
 */
function rssOf(videos: readonly FoundVideo[], feed: Feed): string {
  const { title, description, page, self, base, media } = feed;
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    rss: {
      '@_version': '2.0',
      '@_xmlns:atom': 'http://www.w3.org/2005/Atom',
      '@_xmlns:media': 'http://search.yahoo.com/mrss/',
      '@_xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      channel: {
        title: writableText(title),
        link: page,
        description: writableText(description),
        'atom:link': { '@_href': self, '@_rel': 'self', '@_type': 'application/rss+xml' },
        item: videos.map((video) => {
          const { poster } = playbackOf(video, media, base);
          return {
            title: writableText(video.title),
            link: `${base}${videoAddress(video)}`,
            guid: { '@_isPermaLink': 'true', '#text': `${base}${videoAddress(video)}` },
            pubDate: video.dateAdded.toUTCString(),
            ...(video.ownerName !== '' && { 'dc:creator': writableText(video.ownerName) }),
            description: plainText(video.description).slice(0, 2000),
            ...(poster !== null && { 'media:thumbnail': { '@_url': poster } }),
          };
        }),
      },
    },
  });
}
