import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { EncodingState } from '../../../domain/encoding-states.ts';
import { encodingStateWords } from './encoding-state-words.ts';

const moods = {
  queued: 'info',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'warning',
} satisfies Record<EncodingState, ui.Mood>;

/** The state of a run in a word. */
export function encodingBadge(state: EncodingState, language: ui.Language): Html {
  return ui.badge(moods[state], encodingStateWords[language][state]);
}
