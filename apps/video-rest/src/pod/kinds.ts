/** What is brought of another instance, in this order: what others refer to comes before them. */
import { currentSiteId } from '../data/sites.ts';
import type { Item } from './read-list.ts';

/** How objects of one list there are lines of the exchange here: lists and members have the names that they have here. */
export interface Kind {
  path: string;
  /** Without one of these it does not come. */
  needed: readonly string[];
  /** These come as far as they can. */
  optional?: readonly string[];
  /** These come with a new one alone, where they are free: of others it has them as it was made. */
  once?: readonly string[];
  /** They refer to each other: one comes at a time. */
  isTree?: boolean;
  /** Only what something refers to is brought. */
  isAsNeeded?: boolean;
  /** The member whose file comes with it, as somebody sends one. */
  file?: string;
  /** It is here since what this member names is, and changed with it. */
  comesWith?: string;
  /** The same with members that stand elsewhere there in their places. */
  reads?(item: Item): Item;
  /** The row here that one of so many is, whatever it is called. */
  isHere?(item: Item, given: { host: string; count: number }): number | undefined;
  /** What is not brought of it, for a person to decide. */
  leaves?(item: Item): string | undefined;
}

/** Members of a video that keep people out: what came without one of them is a draft. */
export const closing: readonly string[] = [
  'password',
  'is_restricted',
  'restrict_access_to_groups',
  'is_draft',
];

export const kinds: readonly Kind[] = [
  {
    path: 'sites',
    needed: ['name', 'domain'],
    once: ['id'],
    // The site of the instance that was named, or the only one, is the one that this instance is.
    isHere: ({ domain }, { host, count }) => (domain === host || count === 1 ? currentSiteId : undefined),
  },
  { path: 'groups', needed: ['name'], once: ['id'] },
  {
    path: 'users',
    needed: ['username'],
    optional: ['first_name', 'last_name', 'email', 'groups'],
    once: ['id'],
    leaves: ({ is_staff: isStaff }) =>
      isStaff === true ? 'is staff there, and came without rights: give them here' : undefined,
  },
  {
    path: 'owners',
    needed: ['user'],
    optional: ['auth_type', 'affiliation', 'commentaire', 'sites', 'userpicture'],
    comesWith: 'user',
  },
  {
    path: 'accessgroups',
    needed: ['code_name'],
    optional: ['display_name', 'sites', 'users'],
    once: ['id'],
  },
  { path: 'types', needed: ['title'], optional: ['description', 'sites', 'icon'], once: ['id'] },
  { path: 'discipline', needed: ['title'], optional: ['description', 'site', 'icon'], once: ['id'] },
  {
    path: 'channels',
    needed: ['title'],
    optional: ['description', 'headband', 'color', 'style', 'owners', 'users', 'visible', 'site'],
    once: ['id'],
  },
  {
    path: 'themes',
    needed: ['title', 'channel'],
    optional: ['parentId', 'headband', 'description'],
    once: ['id'],
    isTree: true,
  },
  { path: 'folders', needed: ['name', 'owner'], isAsNeeded: true },
  { path: 'files', needed: ['name', 'folder', 'created_by'], file: 'file', isAsNeeded: true },
  { path: 'images', needed: ['name', 'folder', 'created_by'], file: 'file', isAsNeeded: true },
  {
    path: 'videos',
    needed: ['title', 'owner', 'type'],
    optional: [
      ...['description', 'additional_owners', 'date_added', 'date_evt', 'cursus', 'main_lang', 'licence'],
      ...['discipline', 'channel', 'theme', 'tags', 'sites', 'thumbnail'],
      ...['allow_downloading', 'is_360', 'disable_comment', ...closing],
    ],
    once: ['id', 'slug'],
    file: 'video',
  },
  {
    path: 'contributors',
    needed: ['video'],
    optional: ['name', 'email_address', 'role', 'weblink'],
    once: ['id'],
  },
  { path: 'chapters', needed: ['video', 'title', 'time_start'], once: ['id'] },
  {
    path: 'overlays',
    needed: ['video', 'title', 'time_start', 'time_end', 'content'],
    optional: ['position', 'background'],
    once: ['id'],
  },
  { path: 'tracks', needed: ['video', 'kind', 'lang', 'src'], once: ['id'] },
  { path: 'documents', needed: ['video', 'document'], once: ['id'] },
  {
    path: 'playlists',
    needed: ['name', 'owner'],
    optional: ['visibility', 'description', 'autoplay', 'additional_owners', 'content'],
    once: ['id', 'slug', 'editable', 'date_created', 'date_updated'],
    // Which has them whole, and may have a thousand.
    reads: ({ videos, ...item }) => ({ ...item, content: Array.isArray(videos) ? videos.map(videoIn) : [] }),
  },
];

/** The address of the video in an entry of a playlist, which has it whole. */
function videoIn(entry: { video?: { url?: unknown } | null } | null): unknown {
  return entry?.video?.url;
}
