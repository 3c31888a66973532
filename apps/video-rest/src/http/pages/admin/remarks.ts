import type { Language } from '@campus/pages';
import type { ListedEncoding } from '../../../data/encodings.ts';
import { encodingWords } from './encoding-words.ts';

/** What a run could not make as the source has it, in a sentence each. */
export function remarksOn(
  { breaks, leftOut }: Pick<ListedEncoding, 'breaks' | 'leftOut'>,
  language: Language,
): string[] {
  const say = encodingWords[language];
  return [
    ...(breaks > 0 ? [say.breaks(breaks)] : []),
    ...(leftOut.sounds > 0 ? [say.soundsLeftOut(leftOut.sounds)] : []),
    ...(leftOut.pictureSubtitles > 0 ? [say.pictureSubtitles(leftOut.pictureSubtitles)] : []),
  ];
}
