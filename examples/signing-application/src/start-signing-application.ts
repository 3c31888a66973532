import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { runCircuit } from './circuit.ts';
import type { Configuration } from './configuration.ts';
import { showRef } from './document.ts';
import { createInstitution } from './institution.ts';
import { createRounds } from './rounds.ts';
import { createTestAuthority } from './test-authority.ts';

export interface SigningApplication {
  url: string;
  /** Takes no more calls, interrupts what is under way, resolves when both is done. */
  stop(): Promise<void>;
}

/** Puts the parts together and listens. */
export async function startSigningApplication(
  configuration: Configuration,
  log: (line: string) => void,
): Promise<SigningApplication> {
  const { webhookToken, accessToken, apiBaseUrl, host, port, secondsBetweenSignatures, refusedCalls } =
    configuration;
  const institution = createInstitution({ baseUrl: apiBaseUrl, token: accessToken });
  const signerFor = await createTestAuthority();

  const rounds = createRounds(async (round, signal) => {
    const say = (line: string) => log(`${showRef(round)} ${round.reference}: ${line}`);
    try {
      await runCircuit({ institution, signerFor, secondsBetweenSignatures, log: say }, round, signal);
      say('done');
    } catch (error) {
      say(`failed: ${error instanceof Error ? error.message : error}`);
      throw error;
    }
  });

  const server = createServer(buildApp({ webhookToken, refusedCalls, rounds }));
  await listen(server, { host, port });
  const address = server.address() as AddressInfo;
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${shownHost}:${address.port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await rounds.stop();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const isTaken =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(
      `port ${port} is taken: does this run already in another terminal? Stop that, or set PORT`,
      {
        cause: error,
      },
    );
  }
}
