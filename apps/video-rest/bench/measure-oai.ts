import { median } from '@campus/bench';
import { exchange } from './ask.ts';
import { fillVideos } from './fill-database.ts';
import { type ServicePlace, startService } from './start-servers.ts';

export interface OaiResult {
  records: number;
  /** Milliseconds for one part of the list, by where it is; one entry a round. */
  rounds: Record<'first' | 'last', number>[];
}

/** So many parts at the beginning and at the end are asked for, in turn. */
const parts = 20;

/** Parts of `ListRecords` at its beginning, and behind so many records: the first request, which counts, left out. */
export async function measureOai(
  place: ServicePlace,
  { records, rounds: count, signal }: { records: number; rounds: number; signal: AbortSignal },
): Promise<OaiResult> {
  // Before there are videos: the folder of the media has none of their files.
  const service = await startService(place);
  try {
    // Nine of ten are encoded, and so public.
    await fillVideos(place.databaseUrl, Math.ceil((records / 0.9) * 1.05));
    const ask = async (query: string) => {
      const began = performance.now();
      const { said } = await exchange(`${service.url}/oai?verb=ListRecords&${query}`, { signal });
      return { ms: performance.now() - began, said };
    };
    // Once before, so that all have their datestamps.
    await tokensOf(ask);
    const tokens = await tokensOf(ask);
    const before = tokens.findLastIndex(({ cursor }) => cursor <= records);
    const sides = { first: tokens.slice(0, parts), last: tokens.slice(before - parts, before) };
    const rounds: OaiResult['rounds'] = [];
    for (let round = 0; round < count; round += 1) {
      const times: Record<'first' | 'last', number[]> = { first: [], last: [] };
      for (let part = 0; part < parts; part += 1)
        for (const side of ['first', 'last'] as const)
          times[side].push((await ask(`resumptionToken=${sides[side][part]?.token}`)).ms);
      rounds.push({ first: median(times.first), last: median(times.last) });
    }
    return { records: tokens[before]?.cursor ?? 0, rounds };
  } finally {
    await service.stop();
  }
}

/** Harvests everything; gives the tokens, with how many records came before. */
async function tokensOf(
  ask: (query: string) => Promise<{ said: string }>,
): Promise<{ token: string; cursor: number }[]> {
  const tokens: { token: string; cursor: number }[] = [];
  for (let query = 'metadataPrefix=oai_dc'; ; ) {
    const { said } = await ask(query);
    const [, cursor, token] = /<resumptionToken[^>]* cursor="(\d+)">([^<]+)</.exec(said) ?? [];
    if (token === undefined) return tokens;
    tokens.push({ token, cursor: Number(cursor) });
    query = `resumptionToken=${token}`;
  }
}
