import { rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cookieJar, whileLocked } from '@campus/testing';
import { services } from '../../../scripts/alarms/alarms.ts';
import { type MadeFault, madeFault } from './made-fault.ts';
import { type Closing, given, type Started } from './started.ts';

/** What is called by other names in each. */
const names = {
  'conventions-signing': { list: 'signables', folder: 'uploads', login: '/console/account/login/' },
  'video-rest': { list: 'videos', folder: 'media', login: '/accounts/login/' },
};

const slowMs = 2_000;

/** Twenty wrong passwords at once; none of them is our failure. */
async function guess({ url, service }: Started): Promise<void> {
  const door = `${url}${names[service].login}`;
  const jar = cookieJar();
  const page = await fetch(door, { headers: { Accept: 'text/html' } });
  jar.keep(page);
  const [, csrfmiddlewaretoken = ''] =
    /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await page.text()) ?? [];
  const headers = { Accept: 'text/html', cookie: jar.header() };
  const one = () =>
    fetch(door, {
      ...{ method: 'POST', redirect: 'manual', headers },
      body: new URLSearchParams({ csrfmiddlewaretoken, username: 'root', password: crypto.randomUUID() }),
    });
  const answers = await Promise.all(Array.from({ length: 20 }, one));
  const odd = answers.map(({ status }) => status).filter((status) => ![400, 403, 429].includes(status));
  if (odd.length > 0) throw new Error(`a wrong password was answered ${odd}`);
}

/** Faults of either service. */
export const faultsOfBoth: MadeFault[] = services.flatMap((service) => {
  const { list, folder } = names[service];
  const own = { service, start: (closing: Closing) => given[service](closing) };
  return [
    madeFault({
      ...own,
      alarm: 'ServiceDown',
      fault: 'the process is killed',
      make: ({ process }) => process.kill('SIGKILL'),
    }),
    madeFault({
      ...own,
      alarm: 'DatabaseAway',
      fault: 'PostgreSQL takes no connection any more',
      besides: { alarm: 'ErrorBudgetBurns', why: 'those who read are answered 503' },
      make: async ({ network }) => network[Symbol.asyncDispose](),
    }),
    madeFault({
      ...own,
      alarm: 'CheckFailing',
      fault: `the folder \`${folder}\` is gone`,
      make: ({ dataDir }) => rename(path.join(dataDir, folder), path.join(dataDir, 'gone')),
    }),
    madeFault({
      ...own,
      alarm: 'ErrorBudgetBurns',
      fault: `the table \`${list}\` is gone, whose readers are answered 500`,
      make: ({ sql }) => sql.query(`alter table ${list} rename to gone`),
    }),
    madeFault({
      ...own,
      alarm: 'LatencyBudgetBurns',
      fault: `the table \`${list}\` is locked for two seconds again and again`,
      again: ({ sql }) => whileLocked(sql, [list], () => sleep(slowMs)),
    }),
    madeFault({
      ...own,
      alarm: 'SignInsRefused',
      fault: 'passwords are guessed at, twenty at once',
      again: guess,
    }),
  ];
});
