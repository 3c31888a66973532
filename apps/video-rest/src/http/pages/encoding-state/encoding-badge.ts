import { badge, type Html, type Language, type Mood } from '@campus/pages';
import type { EncodingState } from '../../../domain/encoding-states.ts';
import { encodingStateWords } from './encoding-state-words.ts';

const moods = {
  queued: 'info',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'warning',
} satisfies Record<EncodingState, Mood>;

/** The state of a run in a word. */
export function encodingBadge(state: EncodingState, language: Language): Html {
  return badge(moods[state], encodingStateWords[language][state]);
}
