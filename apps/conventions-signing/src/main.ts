/** The service: both APIs, the console, and the calls to the signing application. */
import { runProcess } from '@campus/database/programs';
import { identity } from './identity.ts';
import { apiAddresses } from './wire/api-addresses.ts';

await runProcess(identity, {
  name: 'conventions-signing',
  async start({ configuration, ...parts }) {
    // Of several processes the one that has started the others does none of it, and has no need of its 50 MB.
    const { startService } = await import('./service.ts');
    const service = await startService({ configuration, ...parts });
    const address = configuration.baseUrl ?? service.url;
    const ready = `ready on ${address}, API reference at ${address}${apiAddresses.publicReference}`;
    return { ...service, ready };
  },
});
