import { eventually } from '@campus/testing';
import { expect } from '@jest/globals';
import { useRestartedService } from './restarted-service.ts';

/** Runs in the background of a service that ends and begins again, and what they have written. */
export function useKilledRuns() {
  const count = 12_000;
  const service = useRestartedService();

  /** Begins what is done in the background. @returns the path of its run */
  async function begin(path: string, body?: string): Promise<string> {
    const asked = body === undefined ? service.root.get(path) : service.root.post(path).send(body);
    const headers = { Prefer: 'respond-async', 'Content-Type': 'application/x-ndjson' };
    const answer = await asked.set(headers).expect(202);
    return new URL(String(answer.headers.location)).pathname;
  }

  async function over(run: string) {
    return eventually(async () => {
      const { body } = await service.root.get(run).expect(200);
      expect(['ended', 'failed', 'cancelled']).toContain(body.state);
      return body;
    });
  }

  /** Lines of folders, which have no natural key: a line that is written twice makes another. */
  const linesNamed = (name: string) =>
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({ resource: 'folders', name: `${name} ${n}`, owner: 'root' }),
    ).join('\n');

  async function one(statement: string): Promise<number> {
    const { rows } = await service.sql.query<{ n: number }>(`select (${statement})::int as n`);
    return rows[0]?.n ?? 0;
  }

  const foldersNamed = (name: string) => one(`select count(*) from folders where name like '${name} %'`);

  return { count, service, begin, over, linesNamed, one, foldersNamed };
}
