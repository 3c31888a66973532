import { type CaseResult, type Contest, compareAnswers, measureCase } from '@campus/bench';
import type { RequestCase } from './cases.ts';
import { fillVideos } from './fill-database.ts';
import type { ServicePlace } from './start-servers.ts';
import { withServers } from './with-servers.ts';

/** Measures requests at both servers, and adds the videos that each case needs. */
export async function measureRequests(
  place: ServicePlace,
  {
    cases,
    adminUrl,
    say,
    ...load
  }: {
    cases: readonly RequestCase[];
    say: (line: string) => void;
    seconds: number;
    rounds: number;
    connections: number;
    signal: AbortSignal;
  } & Pick<Contest, 'adminUrl'>,
): Promise<CaseResult[]> {
  return withServers(place, async ({ service, bare }) => {
    const servers = { service, bare };
    const contest = { servers, adminUrl };
    const results: CaseResult[] = [];
    let videos = 0;
    for (const requestCase of cases) {
      if (videos !== requestCase.videos) {
        videos = requestCase.videos;
        say(`filling up to ${videos} videos`);
        await fillVideos(place.databaseUrl, videos);
      }
      await compareAnswers(requestCase, servers);
      say(`measuring ${requestCase.name}`);
      results.push(await measureCase(requestCase, { ...load, contest }));
    }
    return results;
  });
}
