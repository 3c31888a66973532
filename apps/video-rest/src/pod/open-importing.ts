import { OperatorError } from '@campus/config';
import { bringUp } from '@campus/database/programs';
import { type Importing, programCaller } from '@campus/rest';
import { createLog } from '@campus/service';
import type { VideoConfiguration } from '../config.ts';
import { lockImport } from '../data/brought-rows.ts';
import { openDatabase } from '../data/open-database.ts';
import { openOwnSession } from '../data/upload-locks.ts';
import { openMediaTools } from '../ffmpeg/open-media-tools.ts';
import { openExchange } from '../http/exchange/exchange.ts';
import { explainError } from '../http/explain-error.ts';
import { openMediaUrls } from '../http/media/media-urls.ts';
import type { Services } from '../http/resources/services.ts';
import { openSharedParts } from '../open-shared-parts.ts';
import { openWebhookSecrets } from '../webhooks/webhook-secrets.ts';

/**
 * Opens what the importer of lines works with, on a migrated database, and takes it for this program alone.
 *
 * @param options.path  where ffmpeg is looked for, as PATH has it
 * @throws OperatorError
 */
export async function openImporting(
  configuration: VideoConfiguration,
  { databaseUrl, path }: { databaseUrl: string; path: string },
) {
  // What goes wrong is told by the report, or ends it.
  const log = await createLog('import-pod');
  log.level = 'silent';
  return bringUp(
    { configuration, databaseUrl, log, takesJobs: false },
    openDatabase,
    async (ground): Promise<{ importing: Importing<Services> }> => {
      const session = await openOwnSession(databaseUrl);
      ground.onStop(() => session.end());
      if (!(await lockImport(session)))
        throw new OperatorError('Another import-pod is at work on this database: let it end first.');
      const { ffmpegPath, ffprobePath, languageCode: language, timeZone } = configuration;
      const tools = await openMediaTools({ ffmpegPath, ffprobePath, path });
      const parts = await openSharedParts({ configuration, databaseUrl, tools, log }, ground);
      const media = await openMediaUrls(parts.db, parts.now);
      const webhookSecrets = await openWebhookSecrets(parts.db);
      // Whoever brings an instance wants to have it played.
      const services = { ...parts, media, webhookSecrets, configuration, encodeOnUpload: true };
      const { store, travelling } = openExchange(parts);
      return {
        importing: {
          ...{ store, travelling, services, language, timeZone },
          ...{ base: 'http://localhost', requestHost: 'localhost', explain: explainError },
          caller: programCaller('import-pod'),
        },
      };
    },
  );
}
