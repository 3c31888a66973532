import type { Resource } from '@campus/rest';
import { type Caller, type Cast, parts, type Subject } from './cast.ts';
import { type Closing, isPublic, mayRead, mayWatch, owns, type Traits } from './rule.ts';

/** What came back, as far as it can tell something. */
export interface Answer {
  status: number;
  /** Where it leads to, and what it says. */
  text: string;
}

/** A way to ask for a video, or for something of it. */
export interface Door {
  name: string;
  /** Asks about this video; it may be one that does not exist. */
  ask(caller: Caller, subject: Subject): Promise<Answer>;
  /** Whether they get what is behind it, says the rule. */
  isOpen(caller: Traits, closing: Closing): boolean;
  /** Whether they see the video there at all: to all others it is like one that does not exist. */
  isSeen(caller: Traits, closing: Closing): boolean;
  /** Whether an answer gives what is behind it. */
  gives(answer: Answer, subject: Subject): boolean;
  /** What is there of other videos too: it is not compared with the answer about nothing. */
  isList?: true;
  /** To whom it is closed it says so at the exact slug, and how to get in: no more than that, and nothing of a draft. */
  saysWhy?: true;
  /** For browsers; the others are for programs, to which passwords and share links are nothing. */
  isPage?: true;
}

type Path = (subject: Subject) => string;
type More = Partial<Door> & {
  method?: 'GET' | 'PATCH' | 'POST' | 'OPTIONS';
  body?: (subject: Subject) => object;
};

/** Every door there is; those that change something come last. */
export function doorsOf(cast: Cast): Door[] {
  return [
    list('videos', '/rest/videos/?page_size=100'),
    list('videos, searched', '/rest/videos/?page_size=100&search=marked'),
    list('videos of a user', `/rest/videos/user_videos/?page_size=100&username=${cast.owner.username}`),
    program('video by id', ({ id }) => `/rest/videos/${id}/`),
    program('video by slug', ({ slug }) => `/rest/videos/${slug}/`),
    program('its description', ({ id }) => `/rest/videos/${id}/`, { method: 'OPTIONS', gives: isThere }),
    ...parts.flatMap(partDoors),
    ...keptDoors,
    list('playlists', '/rest/playlists/?page_size=100'),
    list('events', '/rest/events/?page_size=100'),
    program('Dublin Core', ({ id }) => `/rest/dublincore/?id=${id}`, {
      isOpen: ({ hasAccount }, closing) => hasAccount === true && isPublic(closing),
    }),
    ...mediaDoors,
    ...pageDoors,
    program('something added', () => '/rest/chapters/', {
      ...{ method: 'POST', isOpen: owns },
      body: ({ id }) => ({ title: crypto.randomUUID(), video: `/rest/videos/${id}/` }),
    }),
    program('something changed', ({ id }) => `/rest/videos/${id}/`, {
      ...{ method: 'PATCH', isOpen: owns, body: () => ({ description: 'Changed' }) },
    }),
    program('encoding changed', ({ parts: ids }) => `/rest/encodings/${ids.get('encodings')}/`, {
      ...{ method: 'PATCH', isOpen: owns, body: () => ({ priority: 'normal' }) },
    }),
    program('encoding launched', ({ slug }) => `/rest/launch_encode_view/?slug=${slug}`, { isOpen: owns }),
  ];
}

/** The list of videos by every filter that there is, with what the videos have. */
export function filterDoors(filters: Iterable<string>, values: Record<string, string | Path>): Door[] {
  return [...filters].map((filter) => {
    const value = values[filter];
    if (value === undefined) throw new Error(`say what the videos have that ${filter} finds`);
    const of = typeof value === 'string' ? () => value : value;
    const door = list(
      `videos by ${filter}`,
      (subject) => `/rest/videos/?page_size=100&${filter}=${encodeURIComponent(of(subject))}`,
    );
    const sees = accountsIn[filter];
    if (sees === undefined) return door;
    return { ...door, isOpen: (caller, closing) => mayRead(caller, closing) && sees(caller) };
  });
}

/** Filters that name an account, and who knows of that one: of others nobody is told whether they exist. */
const accountsIn: Record<string, (caller: Traits) => boolean> = {
  owner: ({ isOwner, isStaff }) => Boolean(isOwner || isStaff),
  additional_owners: ({ isAdditionalOwner, isStaff }) => Boolean(isAdditionalOwner || isStaff),
};

function partDoors({ path: name, actions }: Resource<never>): Door[] {
  // What lets others in is for those who may let them in.
  const rights: More = name === 'share_links' ? { isOpen: owns } : {};
  const one = ({ parts: ids }: Subject) => `/rest/${name}/${ids.get(name)}/`;
  return [
    { ...list(name, `/rest/${name}/?page_size=1000`), ...rights },
    program(`${name} of a video`, ({ id }) => `/rest/${name}/?video=${id}`, rights),
    ...(actions.includes('retrieve') ? [program(`one of ${name}`, one, rights)] : []),
  ];
}

/** What people keep in folders of theirs, and a video shows: lists have their own alone. */
const keptDoors: Door[] = [
  ...['files', 'images'].map((name) => ({
    ...list(name, `/rest/${name}/?page_size=100`),
    isOpen: ({ isOwner, isStaff }: Traits) => Boolean(isOwner || isStaff),
  })),
  program('the image that stands for it', ({ image }) => `/rest/images/${image}/`),
  program('the file of its words', ({ file }) => `/rest/files/${file}/`),
  {
    ...program('its words', ({ file }) => `/rest/files/${file}/`),
    async ask(caller, { file }) {
      const kept = (await (await caller.program(`/rest/files/${file}/`)).json()) as { file?: string };
      return follow(caller, kept.file);
    },
  },
];

/** Files, for programs with the addresses that they would have if they were not signed. */
const mediaDoors = ['master.m3u8', '360p.mp4', 'poster.jpg'].map((file) =>
  program(`file ${file}`, ({ id, encodingId }) => `/media/videos/${id}/encoding-${encodingId}/${file}`, {
    isOpen: (caller, closing) => isPublic(closing) || mayRead(caller, closing),
  }),
);
mediaDoors.push(
  program('file of the source', ({ id, sourceFile }) => `/media/videos/${id}/source/${sourceFile}`, {
    isOpen: owns,
  }),
  {
    ...program('source that the API names', ({ id }) => `/rest/videos/${id}/`, { isOpen: owns }),
    async ask(caller, { id }) {
      return follow(caller, (await readVideo(caller, id)).video);
    },
  },
  {
    ...program('file that the API names', ({ id }) => `/rest/videos/${id}/`),
    async ask(caller, { id }) {
      return follow(caller, (await readVideo(caller, id)).playback?.hls);
    },
  },
);

const pageDoors: Door[] = [
  page('page', (slug) => `/video/${slug}/`, { saysWhy: true }),
  page('page for frames', (slug) => `/video/${slug}/?is_iframe=true`, { saysWhy: true }),
  page('page by the id alone', (_slug, { id }) => `/video/${slugOfId(id)}/`, {
    gives: ({ status, text }, { slug }) => status === 302 && text.includes(slug),
  }),
  page('what follows its state', (slug) => `/video/${slug}/live/`, { gives: isThere }),
  page('new addresses', (slug) => `/video/${slug}/addresses/`, { gives: isThere }),
  {
    ...page('file that the page plays', (slug) => `/video/${slug}/`, {}),
    async ask(caller, subject) {
      const { text } = await visit(caller, subject, `/video/${subject.slug}/`);
      return follow(caller, /"([^"]*\/media\/[^"]*master\.m3u8)"/.exec(text)?.[1]);
    },
  },
  {
    ...page('list of those who manage videos', () => '/video/?q=marked', { isOpen: owns }),
    isList: true,
  },
];

/** A slug of another time, of the video with this id. */
export function slugOfId(id: number): string {
  return `${String(id).padStart(4, '0')}-x`;
}

function program(name: string, path: Path, { method = 'GET', body, ...more }: More = {}): Door {
  return {
    name,
    isOpen: mayRead,
    isSeen: mayRead,
    gives: isShown,
    async ask(caller, subject) {
      const answer = await caller.program(path(subject), {
        method,
        body: body === undefined ? null : JSON.stringify(body(subject)),
      });
      return { status: answer.status, text: await answer.text() };
    },
    ...more,
  };
}

/** Asked once where it names no video. */
function list(name: string, path: string | Path): Door {
  const door = program(`list of ${name}`, typeof path === 'string' ? () => path : path);
  const asked = new Map<string, Promise<Answer>>();
  return {
    ...door,
    isList: true,
    ask(caller, subject) {
      const key = `${caller.name} ${typeof path === 'string' ? path : path(subject)}`;
      const answer = asked.get(key) ?? door.ask(caller, subject);
      asked.set(key, answer);
      return answer;
    },
  };
}

function page(name: string, path: (slug: string, subject: Subject) => string, more: Partial<Door>): Door {
  return {
    name,
    isOpen: mayWatch,
    isSeen: mayWatch,
    gives: isShown,
    isPage: true,
    ask: (caller, subject) => visit(caller, subject, path(subject.slug, subject)),
    ...more,
  };
}

async function visit(caller: Caller, subject: Subject, path: string): Promise<Answer> {
  const address = new URL(path, 'http://here.invalid');
  if (caller.traits.hasShareLinks) address.searchParams.set('share', subject.share);
  const asked = `${address.pathname}${address.search}`;
  const { status, text, location } = await caller.browserFor(subject).get(asked);
  return { status, text: `${location ?? ''}\n${text}` };
}

/** What the API shows of a video to whom it shows it. */
async function readVideo(
  caller: Caller,
  id: number,
): Promise<{ video?: string | null; playback?: { hls: string | null } }> {
  return (await caller.program(`/rest/videos/${id}/`)).json() as Promise<object>;
}

/** Goes where an answer leads, without credentials. */
async function follow(caller: Caller, address: unknown): Promise<Answer> {
  if (typeof address !== 'string') return { status: 404, text: '' };
  const answer = await caller.follow(address);
  return { status: answer.status, text: await answer.text() };
}

function isThere({ status }: Answer): boolean {
  return status === 200;
}

/** Its title, which its files hold too, or its address. */
function isShown({ status, text }: Answer, { id, title }: Subject): boolean {
  return status < 300 && (text.includes(title) || text.includes(`/videos/${id}/`));
}
