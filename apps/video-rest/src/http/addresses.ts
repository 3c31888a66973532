import { withQuery } from '@campus/pages';
import { root, slugWithId } from '@campus/rest';

/** Where the doors of this service are mounted; routers name what is below by patterns of their own. */
export const paths = {
  rest: root,
  accounts: '/accounts',
  admin: '/admin',
  video: '/video',
  live: '/live',
  media: '/media',
  assets: '/static',
} as const;

/** What there is one of. */
export const addresses = {
  /** What is public: the newest, and what is searched for. */
  publicVideos: '/',
  feed: '/feed.rss',
  /** What its reader follows and keeps. */
  myList: '/my-list/',
  sitemap: '/sitemap.xml',
  /** The part of it that has channels, types and the like. */
  sitemapOfPlaces: '/sitemap-places.xml',
  robots: '/robots.txt',
  embedding: '/oembed/',
  /** For harvesters, by the protocol OAI-PMH. */
  oai: '/oai',
  api: `${paths.rest}/`,
  apiReference: `${paths.rest}/swagger-ui.html`,
  apiDocument: `${paths.rest}/schema/`,
  apiTypes: `${paths.rest}/types/`,
  apiUsers: `${paths.rest}/users/`,
  dublinCore: `${paths.rest}/dublincore/`,
  /** Objects as lines: all of them, or those of some resources. */
  export: `${paths.rest}/export/`,
  import: `${paths.rest}/import/`,
  /** What happens to objects, to be followed. */
  changes: `${paths.rest}/changes/`,
  /** In pieces, by the protocol tus. */
  uploads: `${paths.rest}/uploads/`,
  /** Launches the encoding of the video that `?slug=` names; whoever comes with a browser is asked first. */
  launch: `${paths.rest}/launch_encode_view/`,
  /** What the words of the pages mean; each has an id there. */
  words: '/help/',
  signIn: `${paths.accounts}/login/`,
  ownAccount: `${paths.accounts}/`,
  /** Where the form of mails on that page is posted, and where a test message is asked for. */
  ownMail: `${paths.accounts}/mail/`,
  ownTestMail: `${paths.accounts}/mail/test/`,
  administration: `${paths.admin}/`,
  tokens: `${paths.admin}/authtoken/`,
  newToken: `${paths.admin}/authtoken/add/`,
  users: `${paths.admin}/users/`,
  newUser: `${paths.admin}/users/add/`,
  history: `${paths.admin}/history/`,
  /** What is kept about a person, with an account or without. */
  personalData: `${paths.admin}/personal-data/`,
  encodings: `${paths.admin}/encodings/`,
  workers: `${paths.admin}/encodings/workers/`,
  encodingsLive: `${paths.admin}/encodings/live/`,
  webhooks: `${paths.admin}/webhooks/`,
  newWebhook: `${paths.admin}/webhooks/add/`,
  /** Exports and imports of whoever looks. */
  exchange: `${paths.admin}/exchange/`,
  exportPage: `${paths.admin}/exchange/export/`,
  importPage: `${paths.admin}/exchange/import/`,
  /** Of those who manage them. */
  videos: `${paths.video}/`,
  newVideo: `${paths.video}/add/`,
  /** Changes those that are ticked in their list. */
  selectedVideos: `${paths.video}/selected/`,
  /** Below it are files of videos, see `MediaFile`. */
  publicMedia: `${paths.media}/videos/`,
  signedMedia: `${paths.media}/signed/`,
} as const;

/** The public videos of a type, a channel and the like. */
export function placeAddress({ kind, id, title }: { kind: string; id: number; title: string }): string {
  return `/${kind}/${slugWithId(id, title, 1)}/`;
}

/** Of the public videos with such ids: one part of the sitemap, from 1. */
export function sitemapPartAddress(part: number): string {
  return `/sitemap-${part}.xml`;
}

/** What frames of other sites show of a video. */
export function embeddedVideoAddress(video: { slug: string }): string {
  return withQuery(videoAddress(video), { is_iframe: 'true' });
}

/** A video in the API. */
export function apiVideoAddress({ id }: { id: number }): string {
  return `${paths.rest}/videos/${id}/`;
}

/** The deliveries of a webhook in the API. */
export function apiDeliveriesAddress({ webhook }: { webhook: number }): string {
  return withQuery(`${paths.rest}/webhook_deliveries/`, { webhook });
}

/** An upload in pieces. */
export function uploadAddress({ id }: { id: string }): string {
  return `${addresses.uploads}${id}/`;
}

/** An export or an import in the background. */
export function runAddress({ id }: { id: number }): string {
  return `${paths.rest}/runs/${id}/`;
}

/** What an export in the background has written. */
export function runResultAddress(run: { id: number | '{id}' }): string {
  return `${paths.rest}/runs/${run.id}/result/`;
}

/** The share links of a video in the API. */
export function shareLinksAddress({ id }: { id: number }): string {
  return `${paths.rest}/share_links/?video=${id}`;
}

/** The page of a video. */
export function videoAddress({ slug }: { slug: string }): string {
  return `${paths.video}/${slug}/`;
}

/** What there is to change of a video, each part at an address of its own. */
export type VideoSection =
  | ('metadata' | 'thumbnail' | 'access' | 'tracks' | 'lines')
  | ('chapters' | 'source' | 'delete');

/** Where those who manage a video change it. */
export function videoEditAddress(video: { slug: string }, section: VideoSection = 'metadata'): string {
  return `${videoAddress(video)}edit/${section === 'metadata' ? '' : `${section}/`}`;
}

/** Where clients lead people who have uploaded a video. */
export function editAddress({ slug }: { slug: string }): string {
  return `${paths.video}/edit/${slug}/`;
}

/** The page of a broadcaster, and the part of it that keeps itself up to date. */
export function liveAddress({ slug }: { slug: string }, part: 'page' | 'state' = 'page'): string {
  return `${paths.live}/${slug}/${part === 'state' ? 'state/' : ''}`;
}

/** The parts of the page of a video that keep themselves up to date. */
export function videoLiveAddress(video: { slug: string }): string {
  return `${videoAddress(video)}live/`;
}

/** The same for whoever has come with the key of a share link. */
export function sharedVideoAddress(video: { slug: string }, { key }: { key: string | undefined }): string {
  return withQuery(videoAddress(video), { share: key });
}

/** What is said in it, as a page or as a text to keep. */
export function transcriptAddress(video: { slug: string }, as: 'page' | 'text' = 'page'): string {
  return `${videoAddress(video)}transcript/${as === 'text' ? 'text/' : ''}`;
}

export function videoEncodeAddress(video: { slug: string }): string {
  return `${videoAddress(video)}encode/`;
}

export function userAddress({ id }: { id: number }): string {
  return `${addresses.users}${id}/`;
}

export function userActionAddress(
  user: { id: number },
  action: 'password' | 'activate' | 'deactivate' | 'remove-factors',
): string {
  return `${userAddress(user)}${action}/`;
}

export function tokenRevocationAddress({ id }: { id: number }): string {
  return `${addresses.tokens}${id}/revoke/`;
}

/** The page of a run, for staff. */
export function encodingAddress({ id }: { id: number }): string {
  return `${addresses.encodings}${id}/`;
}

export function encodingActionAddress(
  { id }: { id: number },
  action: 'launch' | 'cancel' | 'priority',
): string {
  return `${addresses.encodings}${id}/${action}/`;
}

/** The page of a webhook, for staff. */
export function webhookAddress({ id }: { id: number }): string {
  return `${addresses.webhooks}${id}/`;
}

export function webhookActionAddress(
  webhook: { id: number },
  action: 'edit' | 'secret' | 'test' | 'on' | 'off' | 'delete',
): string {
  return `${webhookAddress(webhook)}${action}/`;
}

/** Leaves it out, as long as it waits to be sent again. */
export function leaveOutAddress(delivery: { id: number; webhookId: number }): string {
  return `${deliveryAddress(delivery)}leave-out/`;
}

/** What a webhook was told once. */
export function deliveryAddress({ id, webhookId }: { id: number; webhookId: number }): string {
  return `${webhookAddress({ id: webhookId })}deliveries/${id}/`;
}

/** The page of an export or an import in the background. */
export function runPageAddress({ id }: { id: number }): string {
  return `${addresses.exchange}${id}/`;
}

export function runPageActionAddress(
  run: { id: number },
  action: 'live' | 'report' | 'cancel' | 'confirm',
): string {
  return `${runPageAddress(run)}${action}/`;
}

export function workerActionAddress({ id }: { id: number }, action: 'drain' | 'undrain'): string {
  return `${addresses.workers}${id}/${action}/`;
}
