import type { Turns } from '@campus/service';
import { isTrack } from '../data/kept-files.ts';
import { FileRefusal } from './file-refusal.ts';
import type { KeepDeps, KeptKind } from './keep.ts';
import { readSentFile } from './read-file.ts';

/** Documents and subtitles. */
export const keptFiles: KeptKind<KeepDeps & { probes: Turns }, { title: string; extension: string }> = {
  table: 'files',
  async withRead({ probes }, { file, callerId }, work) {
    return work(await probes.run(String(callerId), () => readSentFile(file)));
  },
  place: (place, { temporaryFile, read: { extension } }) => place.file({ temporaryFile, extension }),
  async judgeReplacement(tx, id, { extension }) {
    if (extension !== 'vtt' && (await isTrack(tx, id))) throw new FileRefusal('is_track');
  },
};
