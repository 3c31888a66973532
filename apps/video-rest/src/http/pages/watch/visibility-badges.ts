import { badge, type Html, html, type Language } from '@campus/pages';
import { type Closings, isPublic } from '../../../domain/who-may-watch.ts';
import { visibilityWords } from './visibility-words.ts';

/** What a video is closed by, or that it is open to everybody. */
export function visibilityBadges(video: Closings, language: Language): Html {
  const say = visibilityWords[language];
  if (isPublic(video)) return badge('good', say.public);
  const { isDraft, isRestricted, isForGroups, passwordHash } = video;
  const closings = [
    isDraft && say.draft,
    isRestricted && say.restricted,
    isForGroups && say.groups,
    passwordHash !== null && say.password,
  ].filter((text) => text !== false);
  return html`${closings.map((text, place) => html`${place > 0 && ' '}${badge('warning', text)}`)}`;
}
