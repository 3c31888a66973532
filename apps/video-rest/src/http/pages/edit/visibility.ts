/** Who sees a video, by three words for the two boxes of the API. */
import { attributes, type FieldOptions, type Html, html, type Language } from '@campus/pages';
import type { Closings } from '../../../domain/who-may-watch.ts';
import { editWords } from './edit-words.ts';
import { errorList } from './form-parts.ts';

/** `public`: all; `restricted`: those who sign in; `draft`: its owners and staff. */
type Visibility = keyof (typeof editWords)['en']['visibilities'];

export const visibilities: readonly Visibility[] = ['public', 'restricted', 'draft'];

export function visibilityOf({
  isDraft,
  isRestricted,
}: Pick<Closings, 'isDraft' | 'isRestricted'>): Visibility {
  if (isDraft) return 'draft';
  return isRestricted ? 'restricted' : 'public';
}

/** What the API is given for a word; a draft keeps what it will be. Undefined: it is none of ours. */
export function membersOfVisibility(word: string): Record<string, string> | undefined {
  switch (word) {
    case 'draft':
      return { is_draft: 'true' };
    case 'restricted':
      return { is_draft: 'false', is_restricted: 'true' };
    case 'public':
      return { is_draft: 'false', is_restricted: 'false' };
    default:
      return undefined;
  }
}

/** One of the three words, each with what it means. */
export function visibilityField(
  { errors = [], name = 'visibility' }: Partial<Pick<FieldOptions, 'errors' | 'name'>>,
  { value, language }: { value: string; language: Language },
): Html {
  const say = editWords[language];
  const choices = visibilities.map((word) => {
    const { word: text, means } = say.visibilities[word];
    const id = `field-${name}-${word}`;
    const radio = {
      type: 'radio',
      id,
      name,
      value: word,
      checked: word === value,
      'aria-describedby': `${id}-help`,
    };
    return html`<div class="beside"><input${attributes(radio)}><label for="${id}">${text}</label>
<span class="help" id="${id}-help">${means}</span></div>`;
  });
  return html`<fieldset class="choices"><legend>${say.visibility}</legend>${choices}
${errorList(errors)}
</fieldset>`;
}
