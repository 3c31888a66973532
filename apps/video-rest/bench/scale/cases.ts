import type { LatencyCase, Size } from '@campus/bench';
import { authorization } from '../instance.ts';
import { busyOwner, ownerCount, rareName } from './fill-many-videos.ts';

interface Side {
  url: string;
  /** Of a superuser with a browser. */
  cookies: string;
}

/** Every kind of request that clients and people send often, and those that look at a whole table. */
export function videoCases({
  services,
  counts,
  clip,
}: {
  services: Record<Size, Side>;
  counts: Record<Size, number>;
  /** A short video. */
  clip: Uint8Array<ArrayBuffer>;
}): LatencyCase[] {
  const ask = (size: Size, address: string, init: RequestInit = {}) =>
    fetch(new URL(address, services[size].url), {
      ...init,
      headers: { ...init.headers, Authorization: authorization },
    });
  const read = (name: string, address: string | ((n: number, size: Size) => string)): LatencyCase => ({
    name,
    ask: (n, size) => ask(size, typeof address === 'string' ? address : address(n, size)),
  });
  const page = (name: string, address: string): LatencyCase => ({
    name,
    ask: (_n, size) =>
      fetch(new URL(address, services[size].url), {
        redirect: 'manual',
        headers: { Cookie: services[size].cookies, Accept: 'text/html' },
      }),
  });
  // A stride that shares no factor with the counts: every video, and never the neighbour.
  const id = (n: number, size: Size) => 1 + ((n * 7_368_787) % counts[size]);
  const pageAt = (size: Size, share: number) => Math.max(1, Math.floor((counts[size] / 12) * share));
  const write = (name: string, change: (n: number, size: Size) => Promise<Response>, status = 200) => ({
    name,
    ask: change,
    status,
  });
  return [
    read('list, page 1', '/rest/videos/'),
    read('list, a hundredth inside', (_n, size) => `/rest/videos/?page=${pageAt(size, 0.01)}`),
    read('list, an eighth inside', (_n, size) => `/rest/videos/?page=${pageAt(size, 0.12)}`),
    read('list, the last page', (_n, size) => `/rest/videos/?page=${pageAt(size, 0.999)}`),
    read('video by id', (n, size) => `/rest/videos/${id(n, size)}/`),
    read('list of an owner', (n) => `/rest/videos/?owner=${3 + ((n * 7919) % (ownerCount - 2))}`),
    read('list of an owner of a tenth', `/rest/videos/?owner=${busyOwner}`),
    read('list of a type (a twentieth)', '/rest/videos/?type=7'),
    read('list of drafts (a twentieth)', '/rest/videos/?is_draft=true'),
    read('list, encoded', '/rest/videos/?encoded=true'),
    read('list, not encoded (a tenth)', '/rest/videos/?encoded=false'),
    read('list of a year', '/rest/videos/?date_added__year=2014'),
    read('list, encoding at this moment', '/rest/videos/?encoding_in_progress=true'),
    read('search, a name', `/rest/videos/?search=${rareName}`),
    read('search, a subject', '/rest/videos/?search=thermodynamics'),
    read('search, two subjects', '/rest/videos/?search=thermodynamics+phonetics'),
    read('search, a form (a twentieth)', '/rest/videos/?search=keynote'),
    read('search in titles, a name', `/rest/videos/?title__icontains=${rareName}`),
    read('title, exactly', '/rest/videos/?title=nothing+of+this+name'),
    { ...read('Dublin Core, first bytes', '/rest/dublincore/'), isFirstByteEnough: true },
    {
      ...read('Dublin Core of an owner, first bytes', '/rest/dublincore/?owner=41'),
      isFirstByteEnough: true,
    },
    read('encodings, page 1', '/rest/encodings/'),
    read('encodings, failed', '/rest/encodings/?state=failed'),
    read('encodings, running', '/rest/encodings/?state=running'),
    read('encodings of a video', (n, size) => `/rest/encodings/?video=${id(n, size)}`),
    read('users, page 1', '/rest/users/'),
    page('page: videos', '/video/'),
    page('page: videos, a name', `/video/?q=${rareName}`),
    page('page: encodings', '/admin/encodings/'),
    page('page: failed encodings', '/admin/encodings/?state=failed'),
    { ...page('page: watch, found by its id', '/video/0500-x/'), status: 302 },
    page('page: browse videos', '/rest/videos/'),
    write(
      'create (upload)',
      (n, size) => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ owner: '/rest/users/7/', type: '/rest/types/7/' }))
          form.set(name, value);
        form.set('title', `Benchmark ${n}`);
        form.set('video', new Blob([clip]), 'clip.mp4');
        return ask(size, '/rest/videos/', { method: 'POST', body: form });
      },
      201,
    ),
    write('update', (n, size) =>
      ask(size, `/rest/videos/${id(n, size)}/`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: `Renamed ${n}`, description: `Another description ${n}` }),
      }),
    ),
  ];
}
