import type { Contestant, RunningServer } from '@campus/bench';
import { type ServicePlace, startBare, startService } from './start-servers.ts';

/** Runs both servers for as long as `work` takes. Each group of cases has its own: what one did stays with it. */
export async function withServers<Result>(
  place: ServicePlace,
  work: (servers: Record<Contestant, RunningServer>) => Promise<Result>,
): Promise<Result> {
  const service = await startService(place);
  try {
    const bare = await startBare(place);
    try {
      return await work({ service, bare });
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
  }
}
