import { attributes, type Html, html } from '../html.ts';
import type { Language } from '../language/language.ts';
import { pageWords } from '../page-words.ts';
import { type Choice, optionsOf } from './controls.ts';
import { type FieldOptions, field } from './field.ts';

/** The button of this name sends the form back for another search; its value is the name of the field. */
export const searchButtonName = '_search';

/** Name of the search words that belong to a field. */
export function searchWordsName(name: string): string {
  return `${name}__search`;
}

/**
 * One among thousands: words, a button that searches them, and the choices found. Without JavaScript the button
 * (`_search`, with the field's name) sends the form, whose page comes back with other choices. With it
 * `search-select.js` asks `source` as somebody types.
 *
 * @param options.source  address that answers `?search=words&page_size=20` with a list envelope
 * @param options.valueMember  member of a result that is the value, and of the one that names it
 * @param options.detailMembers  members that follow in brackets where they say anything, as in `amartin (Ada Martin)`
 */
export function searchSelect(
  options: FieldOptions & {
    language: Language;
    choices: readonly Choice[];
    value?: string | undefined;
    words?: string | undefined;
    source: string;
    valueMember: string;
    labelMember: string;
    detailMembers?: readonly string[] | undefined;
  },
): Html {
  const { name, language, choices, value, source, valueMember, labelMember, detailMembers = [] } = options;
  const say = pageWords[language];
  return field(
    options,
    ({ id, tied }) => html`<div${attributes({
      class: 'search-select',
      'data-search-select': true,
      'data-source': source,
      'data-value-member': valueMember,
      'data-label-member': labelMember,
      'data-detail-members': detailMembers.length > 0 ? detailMembers.join(' ') : undefined,
      'data-found': say.found,
      'data-none': say.noneFound,
    })}>
<div class="row">
<input type="search" id="${id}-words" name="${searchWordsName(name)}" value="${options.words ?? ''}" aria-label="${say.searchIn(options.label)}" autocomplete="off">
<button class="plain" name="${searchButtonName}" value="${name}" formnovalidate>${say.search}</button>
</div>
<select${attributes(tied)}>${optionsOf({ choices, value, blank: say.choose })}</select>
<p class="help" role="status"></p>
</div>`,
  );
}
