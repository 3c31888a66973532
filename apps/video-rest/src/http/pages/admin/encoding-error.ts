import { type Html, html, type Language } from '@campus/pages';
import { errorInFrench } from '../../../ffmpeg/error-in-french.ts';

/** Why a run has failed, in the language of the page as far as the words are ours; ffmpeg knows English alone. */
export function encodingError(error: string, language: Language): Html {
  if (language === 'en') return html`${error}`;
  const { own, others } = errorInFrench(error) ?? { own: '', others: error };
  return html`${own}${own !== '' && others !== '' && ' '}${others !== '' && html`<span lang="en">${others}</span>`}`;
}
