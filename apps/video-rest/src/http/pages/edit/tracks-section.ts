import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { createObject, objectUrl, type Row, removeObject } from '@campus/rest';
import { maxSubtitleBytes } from '../../../library/read-file.ts';
import { videoEditAddress } from '../../addresses.ts';
import { languageName } from '../../resources/fields/spoken-languages.ts';
import { files } from '../../resources/files.ts';
import { tracks } from '../../resources/tracks.ts';
import { videos } from '../../resources/videos.ts';
import { editWords } from './edit-words.ts';
import type { EditedVideo } from './edited-video.ts';
import { languageChoices } from './form-parts.ts';
import { keepFor } from './kept-with-video.ts';
import { bodyWith, type FormState, partOf, partsOf, type Section, textOf } from './sent-form.ts';

/** Subtitles and captions. */
export const tracksSection: Section = {
  name: 'tracks',
  scripts: ['send-form.js'],
  fields: ['kind', 'lang', 'file', 'src'],
  filePart: () => ({ name: 'file', maxBytes: maxSubtitleBytes }),
  async show(edited, form) {
    const { language } = form;
    const say = editWords[language];
    const all = await partsOf(tracks, edited, 'lang', ['src.name', 'src.storedFile']);
    const headings = [say.language, say.kind, say.file, say.actions];
    const rows = all.map((track) => rowOf(track, edited, form));
    return html`<section class="sheet">
<p class="help">${say.tracksAre}</p>
${rows.length === 0 ? html`<p>${say.noTracks}</p>` : ui.table({ caption: say.sections.tracks, headings, rows })}
</section>
${addForm(edited, form)}`;
  },
  async obey(edited, { texts, file }) {
    const { known, video } = edited;
    if (textOf(texts, 'do') === 'remove') {
      await removeObject(tracks, known, await partOf(tracks, edited, textOf(texts, 'id')));
      return { done: 'track-removed' };
    }
    const [kind, lang] = [textOf(texts, 'kind'), textOf(texts, 'lang')];
    const address = objectUrl(known.base, videos.path, video.id);
    await keepFor(files, known, file, (id) =>
      createObject(
        tracks,
        known,
        bodyWith({ video: address, kind, lang, src: objectUrl(known.base, files.path, id) }),
      ),
    );
    return { done: 'track-added' };
  },
};

function rowOf(track: Row, { known, video }: EditedVideo, { language, hidden }: FormState): Html[] {
  const say = editWords[language];
  const [spoken, kind] = [languageName(String(track.lang), language), kindName(track, language)];
  const { srcId: id, 'src.storedFile': file, 'src.name': name } = track;
  const url = (stored: string) =>
    known.engine.services.media.signedKeptUrl('', { table: 'files', id: Number(id), file: stored });
  const lines = ui.withQuery(videoEditAddress(video, 'lines'), { track: Number(track.id) });
  return [
    html`${spoken}`,
    html`${kind}`,
    html`${typeof file === 'string' && html`<a href="${url(file)}">${String(name)}</a>`}`,
    html`${typeof file === 'string' && html`<a href="${lines}" aria-label="${say.correctLinesOf(`${kind} (${spoken})`)}">${say.correctLines}</a>`}
<form method="post">${hidden}${ui.hiddenField('do', 'remove')}${ui.hiddenField('id', String(track.id))}
<button class="danger" aria-label="${say.removeTrack(`${kind} (${spoken})`)}">${say.remove}</button></form>`,
  ];
}

function addForm({ video }: EditedVideo, { language, hidden, sent = {}, problems }: FormState): Html {
  const say = editWords[language];
  const limit = ui.fileSize(maxSubtitleBytes, language, { rounding: 'down' });
  const action = videoEditAddress(video, 'tracks');
  const kinds = (['subtitles', 'captions'] as const).map((value) => ({ value, label: say.kinds[value] }));
  return html`<form class="sheet"${ui.fileFormAttributes({ action, language })}>${hidden}
<h3>${say.addTrack}</h3>
${ui.selectField({ ...{ name: 'kind', label: say.kind, choices: kinds }, value: textOf(sent, 'kind'), errors: problems.kind })}
${ui.selectField({
  ...{ name: 'lang', label: say.language, choices: languageChoices(language) },
  ...{ value: textOf(sent, 'lang') || video.mainLang, errors: problems.lang },
})}
${ui.fileField({
  ...{
    name: 'file',
    label: say.file,
    help: say.trackHelp(limit),
    accept: '.vtt,.srt,text/vtt',
    required: true,
  },
  errors: [...(problems.file ?? []), ...(problems.src ?? [])],
  limit: { maxBytes: maxSubtitleBytes, message: say.tooLarge(limit) },
})}
${ui.submitButton(say.add)}
</form>`;
}

function kindName({ kind }: Row, language: ui.Language): string {
  return editWords[language].kinds[kind === 'captions' ? 'captions' : 'subtitles'];
}
