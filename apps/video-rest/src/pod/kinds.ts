/** What is brought of another instance, in this order: what others refer to comes before them. */
import type { Resource } from '@campus/rest';
import { currentSiteId } from '../data/sites.ts';
import { accessGroups } from '../http/resources/access-groups.ts';
import { channels, themes } from '../http/resources/channels.ts';
import { chapters } from '../http/resources/chapters.ts';
import { contributors } from '../http/resources/contributors.ts';
import { disciplines } from '../http/resources/disciplines.ts';
import { documents } from '../http/resources/documents.ts';
import { files } from '../http/resources/files.ts';
import { folders } from '../http/resources/folders.ts';
import { groups } from '../http/resources/groups.ts';
import { images } from '../http/resources/images.ts';
import { overlays } from '../http/resources/overlays.ts';
import { owners } from '../http/resources/owners.ts';
import { playlists } from '../http/resources/playlists.ts';
import type { Services } from '../http/resources/services.ts';
import { sites } from '../http/resources/sites.ts';
import { tracks } from '../http/resources/tracks.ts';
import { types } from '../http/resources/types.ts';
import { users } from '../http/resources/users.ts';
import { videos } from '../http/resources/videos.ts';
import type { Item } from './read-list.ts';

/** Objects of one list, which has the name that it has here, as its members have. */
export interface Kind {
  resource: Resource<Services>;
  /** Without one of these it does not come. */
  needed: readonly string[];
  /** These come as far as they can. */
  optional?: readonly string[];
  /** Those by which one that is here already is known. */
  key?: readonly string[];
  /** Whether its id is kept where it is free. */
  keepsId?: boolean;
  /** Columns that are kept as well, of fields that nobody writes. */
  keeps?: readonly string[];
  /** Only what something refers to is brought. */
  isAsNeeded?: boolean;
  /** The member whose file comes with it. */
  file?: string;
  /** It is here since what this member names is, and changed with it. */
  comesWith?: string;
  /** Members that it has nowhere else. */
  also?: Item;
  /** Members that stand elsewhere there, or are called otherwise. */
  reads?(item: Item): Item;
  /** The row here that one of so many is, whatever it is called. */
  isHere?(item: Item, given: { host: string; count: number }): number | undefined;
  /** What is not brought of it, for a person to decide. */
  leaves?(item: Item): string | undefined;
}

/** Members of a video that keep people out: what came without one of them is a draft. */
export const closing: ReadonlySet<string> = new Set([
  'password',
  'is_restricted',
  'restrict_access_to_groups',
  'is_draft',
]);

export const kinds: readonly Kind[] = [
  {
    resource: sites,
    needed: ['name', 'domain'],
    key: ['domain'],
    keepsId: true,
    // The site of the instance that was named, or the only one, is the one that this instance is.
    isHere: ({ domain }, { host, count }) => (domain === host || count === 1 ? currentSiteId : undefined),
  },
  { resource: groups, needed: ['name'], key: ['name'], keepsId: true },
  {
    resource: users,
    needed: ['username'],
    optional: ['first_name', 'last_name', 'email', 'groups'],
    key: ['username'],
    keepsId: true,
    leaves: ({ is_staff: isStaff }) =>
      isStaff === true ? 'is staff there, and came without rights: give them here' : undefined,
  },
  {
    resource: owners,
    needed: ['user'],
    optional: ['auth_type', 'affiliation', 'commentaire', 'sites', 'userpicture'],
    key: ['user'],
    comesWith: 'user',
  },
  {
    resource: accessGroups,
    needed: ['code_name'],
    optional: ['display_name', 'sites', 'users'],
    key: ['code_name'],
    keepsId: true,
  },
  {
    resource: types,
    needed: ['title'],
    optional: ['description', 'sites', 'icon'],
    key: ['title'],
    keepsId: true,
  },
  {
    resource: disciplines,
    needed: ['title'],
    optional: ['description', 'site', 'icon'],
    key: ['title'],
    keepsId: true,
  },
  {
    resource: channels,
    needed: ['title'],
    optional: ['description', 'headband', 'color', 'style', 'owners', 'users', 'visible', 'site'],
    key: ['title'],
    keepsId: true,
    // They come after it, and name it.
    also: { themes: [] },
  },
  {
    resource: themes,
    needed: ['title', 'channel'],
    optional: ['parentId', 'headband', 'description'],
    key: ['channel', 'title'],
    keepsId: true,
  },
  { resource: folders, needed: ['name', 'owner'], key: ['name', 'owner'], isAsNeeded: true },
  { resource: files, needed: ['name', 'folder', 'created_by'], file: 'file', isAsNeeded: true },
  { resource: images, needed: ['name', 'folder', 'created_by'], file: 'file', isAsNeeded: true },
  {
    resource: videos,
    needed: ['title', 'owner', 'type'],
    optional: [
      ...['description', 'additional_owners', 'date_added', 'date_evt', 'cursus', 'main_lang', 'licence'],
      ...['discipline', 'channel', 'theme', 'tags', 'sites', 'thumbnail'],
      ...['allow_downloading', 'is_360', 'disable_comment', ...closing],
    ],
    keepsId: true,
    keeps: ['slug'],
    file: 'video',
  },
  {
    resource: contributors,
    needed: ['video'],
    optional: ['name', 'email_address', 'role', 'weblink'],
    keepsId: true,
  },
  {
    resource: chapters,
    needed: ['video', 'title', 'time_start'],
    key: ['video', 'title', 'time_start'],
    keepsId: true,
  },
  {
    resource: overlays,
    needed: ['video', 'title', 'time_start', 'time_end', 'content'],
    optional: ['position', 'background'],
    keepsId: true,
  },
  {
    resource: tracks,
    needed: ['video', 'kind', 'lang', 'src'],
    key: ['video', 'kind', 'lang'],
    keepsId: true,
  },
  { resource: documents, needed: ['video', 'document'], keepsId: true },
  {
    resource: playlists,
    needed: ['name', 'owner'],
    optional: ['visibility', 'description', 'autoplay', 'additional_owners', 'content'],
    keepsId: true,
    keeps: ['slug', 'editable', 'date_created', 'date_updated'],
    reads: ({ videos: entries }) => ({ content: Array.isArray(entries) ? entries.map(videoIn) : [] }),
  },
];

/** The address of the video in an entry of a playlist, which has it whole. */
function videoIn(entry: { video?: { url?: unknown } | null } | null): unknown {
  return entry?.video?.url;
}
