import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { changeObject, objectUrl } from '@campus/rest';
import { maxFileBytes } from '../../../library/read-file.ts';
import { videoEditAddress } from '../../addresses.ts';
import { playbackOf } from '../../media/media-urls.ts';
import { images } from '../../resources/images.ts';
import { videos } from '../../resources/videos.ts';
import { editWords } from './edit-words.ts';
import type { EditedVideo } from './edited-video.ts';
import { errorList } from './form-parts.ts';
import { keepFor } from './kept-with-video.ts';
import { bodyWith, type FormState, type Section, textOf } from './sent-form.ts';

/** What is shown of a video until it plays. */
export const thumbnailSection: Section = {
  name: 'thumbnail',
  scripts: ['send-form.js'],
  fields: ['file', 'thumbnail_choice'],
  filePart: () => ({ name: 'file', maxBytes: maxFileBytes }),
  show(edited, form) {
    const { video, known } = edited;
    const { language, hidden, problems } = form;
    const say = editWords[language];
    const { poster, thumbnails } = playbackOf(video, known.engine.services.media, '');
    const action = videoEditAddress(video, 'thumbnail');
    const limit = ui.fileSize(maxFileBytes, language, { rounding: 'down' });
    return html`<div class="sheet">
<p class="help">${say.thumbnailIs}</p>
${
  poster === null
    ? html`<p>${say.noThumbnail}</p>`
    : html`<p><img class="thumbnail" src="${poster}" alt="${say.thumbnailNow}" width="480" height="270"></p>`
}
${thumbnails.length > 0 && choiceForm(thumbnails, edited, form)}
<form${ui.fileFormAttributes({ action, language })}>${hidden}${ui.hiddenField('do', 'set')}
${ui.fileField({
  ...{ name: 'file', label: say.image, help: say.imageHelp(limit), errors: problems.file },
  ...{ accept: 'image/jpeg,image/png,image/webp', required: true },
  limit: { maxBytes: maxFileBytes, message: say.tooLarge(limit) },
})}
${ui.submitButton(say.useImage)}</form>
</div>`;
  },
  async obey({ known, row }, { texts, file }) {
    const show = (thumbnail: string) =>
      changeObject(videos, known, { body: bodyWith({ thumbnail }), mode: 'patch', row });
    if (textOf(texts, 'do') === 'choose') {
      const body = bodyWith({ thumbnail: null, thumbnail_choice: textOf(texts, 'thumbnail_choice') });
      await changeObject(videos, known, { body, mode: 'patch', row });
    } else await keepFor(images, known, file, (id) => show(objectUrl(known.base, images.path, id)));
    return { done: 'thumbnail' };
  },
};

/** The pictures that the encoding has taken out of the video; one of them, while there is no image of its own. */
function choiceForm(
  thumbnails: readonly string[],
  { video }: EditedVideo,
  { language, hidden, problems }: FormState,
): Html {
  const say = editWords[language];
  const pictures = thumbnails.map((address, place) => {
    const number = place + 1;
    const radio = {
      ...{ type: 'radio', name: 'thumbnail_choice', value: number, required: true },
      checked: video.thumbnailId === null && video.thumbnailChoice === number,
    };
    return html`<label><input${attributes(radio)}> <img class="poster" src="${address}" alt="${say.picture(number)}" width="128" height="72"></label>`;
  });
  return html`<form method="post" action="${videoEditAddress(video, 'thumbnail')}">${hidden}${ui.hiddenField('do', 'choose')}
<fieldset><legend>${say.pictures}</legend><div class="row pictures">${pictures}</div>
${errorList(problems.thumbnail_choice ?? [])}
</fieldset>
${ui.submitButton(say.usePicture, { kind: 'plain' })}</form>`;
}
