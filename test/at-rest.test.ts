import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase, nodeEnvironment, scratchRoot } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { startService } from './support/start-service.ts';

/** What few processes use comes with its first use. */
const forFew = [
  ...['@aws-sdk', '@prisma/client', '@prisma/adapter-pg', '@simplewebauthn/server', '@tus/server', 'axios'],
  ...['nodemailer', 'openid-client', 'pdfjs-dist'],
];

/** Tells each file that is loaded. */
const tellLoaded = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, ...rest) => { console.error('loads ' + url); return rest[1](url, rest[0]); } });`;

test.each(['conventions-signing', 'video-rest'] as const)(
  '%s, with an address for people and a worker, has loaded nothing at its start that few use',
  async (service) => {
    const database = await createTestDatabase(service);
    const folder = await mkdtemp(path.join(scratchRoot, 'rest-'));
    try {
      const tell = encodeURIComponent(tellLoaded).replaceAll("'", '%27');
      const env = {
        ...{ DATABASE_URL: database.url, DATA_DIR: folder, SERVER_BASE_URL: 'https://campus.example.org' },
        ...{ APPLI_PUBLIC_TOKENS: 'public-token-0123456789', ROOT_PASSWORD: 'correct horse battery' },
        NODE_OPTIONS: `${nodeEnvironment.NODE_OPTIONS} --import=data:text/javascript,${tell}`,
      };
      // The first start of all makes an account.
      await (await startService(service, env)).kill();
      await using started = await startService(service, env);

      const loaded = started.output().match(/^loads .*$/gm) ?? [];
      expect(loaded.length).toBeGreaterThan(500);
      const early = forFew.filter((name) => loaded.some((file) => file.includes(`/node_modules/${name}/`)));
      expect(early).toEqual([]);
    } finally {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
