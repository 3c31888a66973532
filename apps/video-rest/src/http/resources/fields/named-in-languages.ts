import * as rest from '@campus/rest';

/** What names one of a kind of videos, in each language that people gave. */
export const translatedTitle: rest.DeclaredField<unknown> = rest.translatedText({
  label: ['title', 'titre'],
  maxLength: 100,
  required: true,
  unique: true,
  example: 'Lecture',
});

/** What is said of it; without a text in any language the placeholder that clients know. */
export const translatedDescription: rest.DeclaredField<unknown> = rest.translatedText({
  nullable: true,
  blank: true,
  placeholder: ['-- sorry, no translation provided --', '-- désolé, aucune traduction fournie --'],
});
