import {
  attributes,
  type Choice,
  checkbox,
  fileField,
  fileFormAttributes,
  fileSize,
  type Html,
  hasProblems,
  html,
  type Language,
  notice,
  type Page,
  type Problems,
  searchSelect,
  selectField,
  submitButton,
  textArea,
  textField,
} from '@campus/pages';
import type { Picker } from '@campus/rest';
import { addresses } from '../../addresses.ts';
import { visibilityField } from '../edit/visibility.ts';
import { watchWords } from '../watch/watch-words.ts';

interface AddVideoView {
  language: Language;
  csrf: Html;
  /** Asked before the file is sent, see `BrowserSessions.sessionAddress`. */
  sessionAddress: string;
  types: Picker;
  mainLanguages: readonly Choice[];
  licences: readonly Choice[];
  /** Whom the reader may choose as the owner; undefined: nobody but themselves. */
  owners: Picker | undefined;
  maxBytes: number;
  /** Of the reader in the API: the owner, where they cannot choose. */
  ownAddress: string;
  /** What was typed, or what it begins with, by the names of the API. */
  values: Readonly<Record<string, string | undefined>>;
  /** What was wrong, by field. */
  errors: Problems;
}

const shownFields = new Set([
  ...['title', 'description', 'type', 'owner', 'main_lang', 'licence'],
  ...['visibility', 'allow_downloading', 'video'],
]);

/**
 * The form that adds a video. Its fields are those of `POST /rest/videos/`; the file comes last, so that a form
 * that is not ours is refused before a byte of the file is stored.
 */
export function addVideoPage(view: AddVideoView): Page {
  const { language, csrf, sessionAddress, types, mainLanguages, licences, owners } = view;
  const { maxBytes, values, errors } = view;
  const say = watchWords[language];
  const limit = fileSize(maxBytes, language, { rounding: 'down' });
  const field = (name: string, label: string) => ({ name, label, value: values[name], errors: errors[name] });
  const box = (name: string, label: string) => ({ name, label, checked: values[name] === 'true' });
  const inPieces = attributes({
    'data-pieces': addresses.uploads,
    'data-owner': view.ownAddress,
    'data-watch': addresses.videos,
    'data-pause': say.pause,
    'data-go-on': say.goOn,
    'data-begun': say.begun,
    'data-lost': say.lost,
    'data-several': say.several,
  });
  const others = Object.entries(errors).flatMap(([name, texts]) => (shownFields.has(name) ? [] : texts));
  return {
    title: say.add,
    styles: ['manage.css'],
    scripts: ['upload-in-pieces.js', 'send-form.js', 'search-select.js'],
    main: html`<p>${say.addIs}</p>
${types.choices.length === 0 && notice('warning', html`${say.noTypes} <a href="${addresses.apiTypes}">${addresses.apiTypes}</a>`)}
${hasProblems(errors) && notice('bad', html`<p>${say.problems}</p>${others.map((text) => html`<p>${text}</p>`)}`)}
<form class="sheet"${fileFormAttributes({ action: addresses.newVideo, language, askFirst: sessionAddress })}${inPieces}>
${csrf}
${textField({ ...field('title', say.title), required: true, maxLength: 250 })}
${selectField({ ...field('type', say.type), ...types, blank: say.choose, required: true })}
${textArea({ ...field('description', say.description), help: say.descriptionHelp, rows: 6 })}
${selectField({ ...field('main_lang', say.mainLang), choices: mainLanguages })}
${selectField({ ...field('licence', say.licence), choices: licences, blank: say.noLicence })}
${
  owners !== undefined &&
  searchSelect({
    ...field('owner', say.chosenOwner),
    language,
    ...owners,
    source: addresses.apiUsers,
    valueMember: 'url',
    labelMember: 'username',
    required: true,
  })
}
${visibilityField({ errors: errors.visibility }, { value: values.visibility ?? 'public', language })}
${checkbox(box('allow_downloading', say.allowDownloading))}
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
