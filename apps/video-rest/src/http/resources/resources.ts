import type * as rest from '@campus/rest';
import { accessGroups } from './access-groups.ts';
import { bbbLivestreams, bbbMeetings } from './bbb-meetings.ts';
import { broadcasters } from './broadcasters.ts';
import { buildings } from './buildings.ts';
import { channels, themes } from './channels.ts';
import { chapters } from './chapters.ts';
import { contributors } from './contributors.ts';
import { deletions } from './deletions.ts';
import { disciplines } from './disciplines.ts';
import { documents } from './documents.ts';
import { encodedAudios, encodedPlaylists, encodedVideos } from './encoded-files.ts';
import { encodings } from './encodings.ts';
import { enrichments } from './enrichments.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { groups } from './groups.ts';
import { images } from './images.ts';
import { overlays } from './overlays.ts';
import { owners } from './owners.ts';
import { playlists } from './playlists.ts';
import { renditions } from './renditions.ts';
import { runs } from './runs.ts';
import type { Services } from './services.ts';
import { shareLinks } from './share-links.ts';
import { sites } from './sites.ts';
import { tracks } from './tracks.ts';
import { types } from './types.ts';
import { users } from './users.ts';
import { videos } from './videos.ts';
import { viewCounts } from './view-counts.ts';
import { webhookDeliveries, webhooks } from './webhooks.ts';
import { workers } from './workers.ts';

/** Every resource of the API, in the order of `GET /rest/`. */
export const resources: readonly rest.Resource<Services>[] = [
  users,
  groups,
  owners,
  sites,
  accessGroups,
  types,
  disciplines,
  channels,
  themes,
  videos,
  playlists,
  contributors,
  chapters,
  overlays,
  enrichments,
  documents,
  tracks,
  shareLinks,
  folders,
  files,
  images,
  renditions,
  encodedVideos,
  encodedAudios,
  encodedPlaylists,
  encodings,
  workers,
  runs,
  deletions,
  webhooks,
  webhookDeliveries,
  viewCounts,
  broadcasters,
  buildings,
  events,
  bbbMeetings,
  bbbLivestreams,
];
