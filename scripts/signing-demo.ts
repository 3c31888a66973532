import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ConfigurationPlaces } from '@campus/config';
import { demoTokens, registerSamples, type SigningDemo } from '@campus/demo';
import { loadSigningConfiguration } from '../apps/conventions-signing/src/config.ts';
import { firstPassword } from './first-password.ts';
import type { Supervisor } from './supervise.ts';

/**
 * The signing service with generated tokens, the sample signing application beside it, and sample
 * agreements, registered over HTTP as an institution would.
 */
export async function startSigningDemo(
  places: ConfigurationPlaces,
  { settings, supervisor }: { settings: readonly string[]; supervisor: Supervisor },
): Promise<SigningDemo> {
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
  const { dataDir, port } = loadSigningConfiguration({
    ...places,
    env: withTokens({ public: randomUUID(), management: randomUUID(), webhook: randomUUID() }),
  });
  const tokens = await demoTokens(dataDir);

  const signingApplicationUrl = await supervisor.start('the sample signing application', {
    script: 'examples/signing-application/src/main.ts',
    env: {
      PATH: env.PATH,
      HOST: host,
      PORT: signingApplicationPort,
      WEBHOOK_TOKEN: tokens.webhook,
      ACCESS_TOKEN: tokens.public,
      API_BASE_URL: `http://${host}:${port}`,
    },
  });
  const serviceUrl = await supervisor.start('conventions-signing', {
    script: 'apps/conventions-signing/src/main.ts',
    env: withTokens(tokens),
  });
  const [agreementId = 1] = await registerSamples({
    baseUrl: serviceUrl,
    managementToken: tokens.management,
  });
  const rootPassword = await firstPassword(dataDir);
  return { serviceUrl, signingApplicationUrl, rootPassword, tokens, agreementId };
}
