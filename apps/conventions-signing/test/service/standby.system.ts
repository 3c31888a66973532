import { startEmbeddedPostgres } from '@campus/database';
import { testStandby } from '@campus/testing/faults';
import { afterAll } from '@jest/globals';
import { makeDataDir, startServiceProcess } from '../support/process.ts';
import { givenDraft } from '../support/records.ts';

const place = await makeDataDir();

testStandby({
  startPrimary: (dataDir) => startEmbeddedPostgres({ dataDir, database: 'conventions_signing' }),
  startService: ({ primary, standby }) =>
    startServiceProcess({
      DATABASE_URL: primary,
      DATABASE_READ_URL: standby,
      DATA_DIR: place.dataDir,
      SERVER_PROCESSES: '2',
    }),
  ask: async ({ institution }, address) => (await institution.get(address)).status,
  lists: [
    ['a list', '/api/conventions'],
    ['a search', '/api/conventions?q=internship'],
    ['a list as a table', '/api/conventions.csv'],
    ['changes', '/api/changes'],
    ['deliveries', '/api/deliveries'],
  ],
  async make(service) {
    const { id } = await givenDraft(service);
    return async () => {
      const { body } = await service.institution.get('/api/conventions?page_size=1').expect(200);
      return body.results[0]?.id === id;
    };
  },
});

afterAll(place.remove);
