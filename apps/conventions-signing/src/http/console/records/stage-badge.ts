import { badge, type Html, type Language, type Mood } from '@campus/pages';
import { type Stage, stageOf } from '../../../signing/stage.ts';
import { listWords } from '../../said/list-words.ts';

const moods = {
  draft: 'info',
  calling: 'info',
  retrying: 'warning',
  failed: 'bad',
  signing: 'info',
  refused: 'bad',
  signed: 'good',
  'signed-outside': 'good',
  erased: 'info',
} satisfies Record<Stage, Mood>;

/** How far a record is, in a word or two. */
export function stageBadge(record: Parameters<typeof stageOf>[0], language: Language): Html {
  const stage = stageOf(record);
  return badge(moods[stage], listWords[language].stages[stage]);
}
