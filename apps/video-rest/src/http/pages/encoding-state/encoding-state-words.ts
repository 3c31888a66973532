import type { Language } from '@campus/pages';
import type { EncodingState } from '../../../domain/encoding-states.ts';

/** What people call the states of a run. */
export const encodingStateWords: Record<Language, Record<EncodingState, string>> = {
  en: {
    queued: 'queued',
    running: 'running',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  fr: {
    queued: 'en attente',
    running: 'en cours',
    done: 'terminé',
    failed: 'échoué',
    cancelled: 'annulé',
  },
};
