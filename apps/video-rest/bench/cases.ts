import { type BenchCase, type Contestant, requestBytes } from '@campus/bench';
import { broadcasterCount } from './fill-database.ts';
import { authorization, basicAuthorization, unknownAuthorization } from './instance.ts';

/** A kind of request, and how many videos there are when it is measured. */
export interface RequestCase extends BenchCase {
  videos: number;
}

/** Every request case; those with fewer videos come first, since videos are only added. */
export function requestCases({ few, many }: { few: number; many: number }): RequestCase[] {
  return [
    read('list-10000', { videos: few, aim: 0.75, statements: 1, path: () => '/rest/videos/' }),
    ...['types', 'users', 'broadcasters'].map((name) =>
      read(name, { videos: few, aim: 0.75, statements: 1, path: () => `/rest/${name}/` }),
    ),
    // One harvest at a time.
    {
      ...read('dublin-core', { videos: few, aim: 0.8, statements: 2, path: () => '/rest/dublincore/' }),
      connections: 1,
    },
    read('list', { videos: many, aim: 0.75, statements: 1, path: () => '/rest/videos/' }),
    read('deep-page', {
      videos: many,
      aim: 0.75,
      statements: 2,
      path: () => `/rest/videos/?page=${many * 0.08}`,
    }),
    // A stride that shares no factor with the count: every video, and never the neighbour.
    read('video', {
      videos: many,
      aim: 0.75,
      statements: 1,
      path: (n) => `/rest/videos/${1 + ((n * 7919) % many)}/`,
    }),
    {
      name: 'unauthorized',
      videos: many,
      aim: 0.6,
      statements: 1,
      status: 401,
      request: () => requestBytes({ path: '/rest/videos/1/', authorization: unknownAuthorization }),
    },
    switching('broadcaster', { videos: many, authorization }),
    switching('broadcaster-basic', { videos: many, authorization: basicAuthorization }),
  ];
}

function read(
  name: string,
  { path, ...counts }: Pick<RequestCase, 'videos' | 'aim' | 'statements'> & { path: (n: number) => string },
): RequestCase {
  return {
    name,
    ...counts,
    sameAnswer: true,
    request: (n) => requestBytes({ path: path(n), authorization }),
  };
}

/** One broadcaster after the other, on in one round and off in the next: the same again would change nothing. */
function switching(
  name: string,
  { videos, authorization }: { videos: number; authorization: string },
): RequestCase {
  const request = (n: number, contestant: Contestant) => {
    const number = 1 + (n % broadcasterCount) + (contestant === 'bare' ? broadcasterCount : 0);
    return requestBytes({
      method: 'PATCH',
      path: `/rest/broadcasters/room-${number}/`,
      authorization,
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ status: Math.floor(n / broadcasterCount) % 2 === 0 })),
    });
  };
  return { name, videos, aim: 0.6, statements: 2, writes: true, request };
}
