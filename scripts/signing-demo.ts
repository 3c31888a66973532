import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ConfigurationPlaces } from '@campus/config';
import {
  demoTimeoutMs,
  demoTokens,
  refusedCalls,
  registerSamples,
  type SigningDemo,
  sendSamples,
  titlesOfOffice,
  untilSigned,
} from '@campus/demo';
import { createSigningClient } from '@campus/signing-client';
import { loadSigningConfiguration } from '../apps/conventions-signing/src/config.ts';
import { demoAddress } from './demo-address.ts';
import { firstPassword } from './first-password.ts';
import { holdDemo } from './hold-demo.ts';
import type { Supervisor } from './supervise.ts';

const run = promisify(execFile);

/**
 * The signing service with generated tokens, the sample signing application beside it, and sample
 * agreements, registered over HTTP as an institution would.
 *
 * What `settle` of the answer does takes a minute after the first start: the samples are signed, then aged.
 */
export async function startSigningDemo(
  places: ConfigurationPlaces,
  { settings, supervisor }: { settings: readonly string[]; supervisor: Supervisor },
): Promise<SigningDemo & { settle(): Promise<void> }> {
  const { repositoryRoot } = places;
  // Sample agreements never get into the data of a real instance.
  const ownData = settings.includes('data.dir')
    ? {}
    : { DATA_DIR: path.join(repositoryRoot, '.data/demo/conventions-signing') };
  const env: NodeJS.ProcessEnv = { ...places.env, ...ownData };
  const host = '127.0.0.1';
  const signingApplicationPort = env.SIGNING_APPLICATION_PORT ?? '8083';
  const withTokens = (tokens: { public: string; management: string; webhook: string }) => ({
    ...env,
    APPLI_PUBLIC_TOKENS: tokens.public,
    APPLI_MANAGEMENT_TOKENS: tokens.management,
    WEBHOOK_SIGNATURE_URI: `http://${host}:${signingApplicationPort}/webhook`,
    WEBHOOK_SIGNATURE_TOKEN: tokens.webhook,
  });
  // Where the tokens are kept depends on the configuration, which is complete only with tokens.
  const { dataDir, port, baseUrl } = loadSigningConfiguration({
    ...places,
    env: withTokens({ public: randomUUID(), management: randomUUID(), webhook: randomUUID() }),
  });
  const address = demoAddress({ port, baseUrl });
  await holdDemo(dataDir);
  const tokens = await demoTokens(dataDir);

  await supervisor.start('the sample signing application', {
    script: 'examples/signing-application/src/main.ts',
    env: {
      PATH: env.PATH,
      HOST: host,
      PORT: signingApplicationPort,
      WEBHOOK_TOKEN: tokens.webhook,
      ACCESS_TOKEN: tokens.public,
      API_BASE_URL: `http://${host}:${port}`,
      SECONDS_BETWEEN_SIGNATURES: env.SECONDS_BETWEEN_SIGNATURES ?? '3',
      REFUSED_CALLS: refusedCalls(),
    },
    log: path.join(dataDir, 'signing-application.log'),
  });
  const serviceUrl = await supervisor.start('conventions-signing', {
    script: 'apps/conventions-signing/src/main.ts',
    env: { ...withTokens(tokens), SERVER_BASE_URL: address },
    log: path.join(dataDir, 'service.log'),
  });
  const client = createSigningClient({
    baseUrl: serviceUrl,
    token: tokens.management,
    timeoutMs: demoTimeoutMs,
  });
  const ids = await registerSamples(client);
  const sent = await sendSamples(client, ids);
  const [agreementId = 1] = ids;
  const rootPassword = await firstPassword(dataDir);
  return {
    serviceUrl: address,
    rootPassword,
    tokens,
    agreementId,
    async settle() {
      if (sent.length === 0) return;
      await untilSigned(client, sent, supervisor.stopping);
      const program = path.join(repositoryRoot, 'scripts/age-samples.ts');
      await run(process.execPath, [program, ...titlesOfOffice], {
        env: withTokens(tokens),
        signal: supervisor.stopping,
      });
    },
  };
}
