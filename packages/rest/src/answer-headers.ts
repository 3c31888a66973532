import type { Language } from '@campus/pages';

/**
 * What every answer says about itself: which methods there are (clients read them there), what it depends on,
 * and that nobody else may keep what one caller was shown.
 */
export function answerHeaders({ allow, language }: { allow: string; language: Language }) {
  return {
    Allow: allow,
    Vary: 'Accept, Accept-Language',
    'Content-Language': language,
    'Cache-Control': 'private, no-cache',
  };
}
