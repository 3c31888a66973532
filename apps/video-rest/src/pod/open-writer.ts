import { bringUp } from '@campus/database/programs';
import { createLongAnswers, type Known } from '@campus/rest';
import { createLog } from '@campus/service';
import type { VideoConfiguration } from '../config.ts';
import { openDatabase } from '../data/open-database.ts';
import { openMediaTools } from '../ffmpeg/open-media-tools.ts';
import { openMediaUrls } from '../http/media/media-urls.ts';
import type { Services } from '../http/resources/services.ts';
import { storesIn } from '../http/resources/stores-in.ts';
import { openSharedParts } from '../open-shared-parts.ts';

/** Whoever may start it may read and write all tables. */
const importer = {
  id: 0,
  username: 'import-pod',
  address: undefined,
  isStaff: true,
  isSuperuser: true,
  scheme: 'program' as const,
};

/**
 * Opens what writes as the API does, on a migrated database.
 *
 * @param options.path  where ffmpeg is looked for, as PATH has it
 */
export async function openWriter(
  configuration: VideoConfiguration,
  { databaseUrl, path }: { databaseUrl: string; path: string },
) {
  // What goes wrong is told by the report, or ends it.
  const log = await createLog('import-pod');
  log.level = 'silent';
  return bringUp(
    { configuration, databaseUrl, log, takesJobs: false },
    openDatabase,
    async (ground): Promise<{ known: Known<Services> }> => {
      const { ffmpegPath, ffprobePath, baseUrl: base = 'http://localhost', languageCode } = configuration;
      const tools = await openMediaTools({ ffmpegPath, ffprobePath, path });
      const parts = await openSharedParts({ configuration, databaseUrl, tools, log }, ground);
      const media = await openMediaUrls(parts.db, parts.now);
      const { timeZone } = configuration;
      const engine = {
        // Whoever brings an instance wants to have it played.
        services: { ...parts, media, configuration, encodeOnUpload: true },
        storeOf: storesIn(parts.db),
        timeZone,
        longAnswers: createLongAnswers(),
      };
      return { known: { engine, caller: importer, language: languageCode, base } };
    },
  );
}
