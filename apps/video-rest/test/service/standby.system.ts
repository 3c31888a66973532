import { randomUUID } from 'node:crypto';
import { startEmbeddedPostgres } from '@campus/database';
import { testStandby } from '@campus/testing/faults';
import { afterAll } from '@jest/globals';
import { basic } from '../support/accounts.ts';
import { clientWith } from '../support/service.ts';
import { makeDataDir, startServiceProcess } from '../support/service-process.ts';

const rootPassword = 'root-password';
const place = await makeDataDir();

testStandby({
  startPrimary: (dataDir) => startEmbeddedPostgres({ dataDir, database: 'video_rest' }),
  async startService({ primary, standby }) {
    const env = {
      SERVER_PROCESSES: '2',
      DATABASE_READ_URL: standby,
      OAI_ADMIN_EMAIL: 'library@example.edu',
    };
    const started = await startServiceProcess({ databaseUrl: primary, ...place, rootPassword, env });
    const root = clientWith(started.url, { Authorization: basic('root', rootPassword) });
    return Object.assign(started, { root });
  },
  ask: async ({ root }, address) => (await root.get(address)).status,
  lists: [
    ['a list', '/rest/types/'],
    ['a search', '/rest/videos/?search=lecture'],
    ['Dublin Core', '/rest/dublincore/'],
    ['a harvest', '/oai?verb=ListRecords&metadataPrefix=oai_dc'],
    ['what is public', '/?q=lecture'],
    ['its feed', '/feed.rss'],
  ],
  async make({ root }) {
    const title = `Debate ${randomUUID()}`;
    const { body } = await root.post('/rest/types/').send({ title }).expect(201);
    return async () => {
      const { body: list } = await root.get(`/rest/types/?search=${encodeURIComponent(title)}`).expect(200);
      return list.count === 1 && list.results[0].id === body.id;
    };
  },
});

afterAll(place.remove);
