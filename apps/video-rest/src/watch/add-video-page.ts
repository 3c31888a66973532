import type { Language } from '@campus/language';
import {
  type Choice,
  checkbox,
  fileField,
  type Html,
  html,
  notice,
  type Page,
  searchSelect,
  selectField,
  submitButton,
  textArea,
  textField,
} from '@campus/pages';
import { paths } from '../pages/open-people.ts';
import { watchWords } from './watch-words.ts';

/** What the form shows. */
export interface AddVideoView {
  language: Language;
  csrf: Html;
  types: readonly Choice[];
  mainLanguages: readonly Choice[];
  /** Whom the reader may choose as the owner; undefined: nobody but themselves. */
  owners: readonly Choice[] | undefined;
  maxBytes: number;
  /** What was typed, or what it begins with, by the names of the API. */
  values: Readonly<Record<string, string | undefined>>;
  /** What was wrong, by field. */
  errors: Readonly<Record<string, readonly string[]>>;
}

const shownFields = new Set([
  ...['title', 'description', 'type', 'owner', 'main_lang'],
  ...['is_draft', 'is_restricted', 'allow_downloading', 'video'],
]);

/**
 * The form that adds a video. Its fields are those of `POST /rest/videos/`; the file comes last, so that a form
 * that is not ours is refused before a byte of the file is stored.
 */
export function addVideoPage({
  language,
  csrf,
  types,
  mainLanguages,
  owners,
  maxBytes,
  values,
  errors,
}: AddVideoView): Page {
  const say = watchWords[language];
  const limit = showBytes(maxBytes, language);
  const field = (name: string, label: string) => ({ name, label, value: values[name], errors: errors[name] });
  const box = (name: string, label: string) => ({ name, label, checked: values[name] === 'true' });
  const others = Object.entries(errors).flatMap(([name, texts]) => (shownFields.has(name) ? [] : texts));
  return {
    title: say.add,
    scripts: ['send-form.js', 'search-select.js'],
    main: html`<p>${say.addIs}</p>
${types.length === 0 && notice('warning', html`${say.noTypes} <a href="${paths.rest}/types/">${paths.rest}/types/</a>`)}
${Object.keys(errors).length > 0 && notice('bad', html`<p>${say.problems}</p>${others.map((text) => html`<p>${text}</p>`)}`)}
<form class="sheet" method="post" action="${paths.video}/add/" enctype="multipart/form-data" data-progress="${say.sending}" data-failed="${say.sendingFailed}">
${csrf}
${textField({ ...field('title', say.title), required: true, maxLength: 250 })}
${selectField({ ...field('type', say.type), choices: types, blank: say.choose, required: true })}
${textArea({ ...field('description', say.description), help: say.descriptionHelp, rows: 6 })}
${selectField({ ...field('main_lang', say.mainLang), choices: mainLanguages })}
${
  owners !== undefined &&
  searchSelect({
    ...field('owner', say.chosenOwner),
    language,
    choices: owners,
    words: values.owner__search,
    source: `${paths.rest}/users/`,
    valueMember: 'url',
    labelMember: 'username',
    required: true,
  })
}
<fieldset><legend>${say.visibility}</legend>
<p class="help">${say.visibilityHelp}</p>
${checkbox(box('is_draft', say.isDraft))}
${checkbox(box('is_restricted', say.isRestricted))}
${checkbox(box('allow_downloading', say.allowDownloading))}
</fieldset>
${fileField({
  ...field('video', say.file),
  accept: 'video/*,audio/*',
  help: say.fileHelp(limit),
  limit: { maxBytes, message: say.fileTooLarge(limit) },
  required: true,
})}
${submitButton(say.send)}
</form>`,
  };
}

/** `20 GB`, in the units of the reader's file manager; rounded down, so that nothing is promised too much. */
function showBytes(bytes: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = Math.floor((10 * bytes) / 1000 ** power) / 10;
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[power] }).format(amount);
}
