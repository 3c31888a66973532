/** The service: API, media, and the encoder unless it is left to workers. */
import { runProcess } from '@campus/database/programs';
import { openMediaTools } from './ffmpeg/open-media-tools.ts';
import { addresses } from './http/addresses.ts';
import { identity } from './identity.ts';

await runProcess(identity, {
  name: 'video-rest',
  async start({ configuration, ...parts }) {
    const { ffmpegPath, ffprobePath } = configuration;
    const tools = await openMediaTools({ ffmpegPath, ffprobePath, path: process.env.PATH ?? '' });
    // Of several processes the one that has started the others does none of it, and has no need of its 50 MB.
    const { startService } = await import('./service.ts');
    const service = await startService({ configuration, ...parts, tools });
    const address = configuration.baseUrl ?? service.url;
    return { ...service, ready: `ready on ${address}, the API is at ${address}${addresses.api}` };
  },
});
