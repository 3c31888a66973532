import type * as rest from '@campus/rest';
import { broadcasters } from './broadcasters.ts';
import { buildings } from './buildings.ts';
import { channels, themes } from './channels.ts';
import { chapters } from './chapters.ts';
import { contributors } from './contributors.ts';
import { disciplines } from './disciplines.ts';
import { documents } from './documents.ts';
import { enrichments } from './enrichments.ts';
import { events } from './events.ts';
import { overlays } from './overlays.ts';
import { playlists } from './playlists.ts';
import type { Services } from './services.ts';
import { tracks } from './tracks.ts';
import { types } from './types.ts';
import { videos } from './videos.ts';

/** Resources whose objects the feed tells of, and webhooks; a migration calls `tell_changes_of` for the table of each. */
export const toldResources: readonly rest.Resource<Services>[] = [
  videos,
  contributors,
  chapters,
  overlays,
  enrichments,
  documents,
  tracks,
  types,
  disciplines,
  channels,
  themes,
  playlists,
  broadcasters,
  buildings,
  events,
];
