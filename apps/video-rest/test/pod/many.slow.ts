import path from 'node:path';
import { residentMebibytes, startProcess, watchStatements } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { type PodDouble, podToken, startPodDouble } from '../support/pod-double.ts';
import { useService } from '../support/service.ts';

const service = useService();
const program = path.resolve(import.meta.dirname, '../../src/cli/import-pod.ts');
const many = 20_000;
const first = 100_000;

/** Twenty thousand videos of two hundred people, each with a chapter. */
function university(at: PodDouble['at']): PodDouble['lists'] {
  const list = (name: string, count: number, make: (id: number) => object) => ({
    [name]: Array.from({ length: count }, (_, place) => {
      const id = first + place;
      return { id, url: at(name, id), ...make(id) };
    }),
  });
  const empty =
    'groups owners accessgroups discipline channels themes contributors overlays tracks documents';
  return {
    ...Object.fromEntries(`${empty} playlists`.split(' ').map((name) => [name, []])),
    ...list('sites', 1, () => ({ name: 'Pod', domain: 'pod.example.org' })),
    ...list('users', 200, (id) => ({ username: `person${id}`, groups: [] })),
    ...list('types', 3, (id) => ({ title: `Type ${id}` })),
    ...list('videos', many, (id) => ({
      ...{
        title: `Lecture ${id}`,
        slug: `${id}-lecture`,
        description: 'À la mer. '.repeat(50),
        is_draft: false,
      },
      ...{ owner: at('users', first + (id % 200)), type: at('types', first + (id % 3)) },
      video: at('videos', id).replace(/\/rest.*/, `/media/${id}.mp4`),
    })),
    ...list('chapters', many, (id) => ({ video: at('videos', id), title: 'Début', time_start: 0 })),
  };
}

test('reads 20,000 videos with memory that stays flat, no statement for each, and one request at a time', async () => {
  await using pod = await startPodDouble(university);
  const sent: string[] = [];
  const watch = await watchStatements(service.databaseUrl, sent, { keepsCallers: true });

  /** Runs it; memory is measured after a tenth of the videos, and at its end. */
  async function run(...args: string[]) {
    const env = {
      DATABASE_URL: watch.url,
      DATA_DIR: service.dataDir,
      MEDIA_MIN_FREE: '0',
      POD_TOKEN: podToken,
    };
    [pod.asked.length, sent.length] = [0, 0];
    await using started = startProcess({
      command: process.execPath,
      // V8 would keep more than is in use; what is in use has to fit.
      args: ['--max-old-space-size=64', '--max-semi-space-size=4', program, pod.url, ...args],
      env,
    });
    const measured: Promise<{ nowMebibytes: number; peakMebibytes: number }>[] = [];
    pod.onAsked = (asked) => {
      if (/^\/rest\/(videos\/\?page=167|playlists\/)$/.test(asked))
        measured.push(residentMebibytes(started.child.pid));
    };
    await started.exited;
    const [early, late] = [await measured[0], await measured.at(-1)];
    const grown = (late?.peakMebibytes ?? Number.NaN) - (early?.peakMebibytes ?? Number.NaN);
    return { output: started.output(), grown, statements: sent.length };
  }

  const would = await run('--dry-run');
  // Their files, which are no matter of lists, are here.
  await service.sql.query(
    `insert into videos (id, slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file)
     select n, n || '-lecture', 'Lecture', $1, 1, 'fr', 'video', 60, 'source-0.mp4' from generate_series($2::int, $3::int) n`,
    [service.ada.id, first, first + many - 1],
  );
  await service.sql.query(
    `insert into brought_rows (source, table_name, row_id, is_made, members)
     select $1 || id || '/', 'videos', id, false, '{}' from videos where id >= $2`,
    [`${pod.url}/rest/videos/`, first],
  );
  const came = await run();
  const again = await run();
  watch.stop();

  expect(would.output).toMatch(/^videos +20000 +0 +0 +0 +0$/m);
  expect(would.output).toMatch(/^chapters +20000 +0 +0 +0 +0$/m);
  expect(came.output).toMatch(/^videos +0 +0 +0 +20000 +0$/m);
  expect(came.output).toMatch(/^chapters +20000 +0 +0 +0 +0$/m);
  expect(again.output).toMatch(/^chapters +0 +0 +20000 +0 +0$/m);
  for (const { grown, statements } of [would, came, again]) {
    expect(grown).toBeLessThan(60);
    expect(statements).toBeLessThan(many / 2);
  }
  expect(pod.atOnce).toBe(1);
  const { rows } = await service.sql.query(
    'select count(*)::int as count from chapters where video_id >= $1',
    [first],
  );
  expect(rows).toEqual([{ count: many }]);
});
