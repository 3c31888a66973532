import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { changeObject } from '@campus/rest';
import { chargedFor } from '../../../data/videos.ts';
import { isActive } from '../../../domain/encoding-states.ts';
import { sourceSecondsOf } from '../../../ffmpeg/outputs.ts';
import { playedUntil, playsIn } from '../../../ffmpeg/plays.ts';
import { shownLength } from '../../../videos/time-in-video.ts';
import { VideoError } from '../../../videos/video-error.ts';
import { addresses, apiVideoAddress, videoEditAddress } from '../../addresses.ts';
import { pictureLayout } from '../../resources/fields/picture-layout.ts';
import { playsAsText } from '../../resources/fields/played-pieces.ts';
import { videos } from '../../resources/videos.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { term } from '../glossary/term.ts';
import type { WatchDeps } from '../watch/opened-video.ts';
import { downloadsOf } from '../watch/player.ts';
import { besidePlayer } from './beside-player.ts';
import { editWords } from './edit-words.ts';
import type { EditedVideo } from './edited-video.ts';
import { bodyWith, type FormState, type Section, textOf } from './sent-form.ts';

/** The file that a video is made of: another one, and what is made of it anew. */
export function sourceSection({ configuration, sessions }: WatchDeps): Section {
  const maxBytes = configuration.videoMaxUploadSize;
  return {
    name: 'source',
    hasPlayer: true,
    scripts: ['trim.js', 'upload-in-pieces.js', 'send-form.js'],
    fields: ['layout', 'plays', 'video'],
    filePart: ({ row, known: { engine, caller } }) => ({
      name: 'video',
      room: async () => videos.hooks?.room?.(row, { services: engine.services, caller }),
    }),
    async show(edited, form) {
      const charged = await chargedFor(edited.known.engine.services.db.prisma, edited.video.id);
      const askFirst = sessions.sessionAddress(videoEditAddress(edited.video, 'source'));
      const content = encodePart(edited, form, charged?.bytes ?? 0);
      return html`${besidePlayer(edited, { language: form.language, content })}
${replacePart(edited, form, { maxBytes, askFirst })}`;
    },
    async obey({ known, row }, { texts, file }) {
      if (textOf(texts, 'do') === 'encode') {
        const { layout, plays, seen } = texts;
        if (seen !== undefined && seen.at(-1) !== row.plays) throw new VideoError('plays_changed');
        // A form from before has no field for what plays.
        const body = bodyWith({
          ...{ layout: layout?.at(-1) ?? '', encode: 'true' },
          ...(plays && { plays: plays.at(-1) ?? '' }),
        });
        await changeObject(videos, known, { body, mode: 'patch', row });
        return { done: 'encoding' };
      }
      // A file that is none is told at its field, as one that is empty.
      const body = bodyWith(file === undefined ? { video: 'none' } : { encode: 'true' }, file);
      await changeObject(videos, known, { body, mode: 'patch', row });
      return { done: 'replaced' };
    },
  };
}

/** @param bytes  of the source; 0: nobody knows */
function encodePart(
  edited: EditedVideo,
  { language, hidden, problems, sent = {} }: FormState,
  bytes: number,
): Html {
  const { video, row, known } = edited;
  const say = editWords[language];
  const { state } = video.latest;
  const source = downloadsOf(video, known.engine.services.media).source.url;
  const layout = pictureLayout()('layout').choicesIn(language);
  const plays = playsIn(String(row.plays));
  const asLines = playsAsText(plays).replaceAll(', ', '\n');
  const text = sent.plays?.at(-1) ?? asLines;
  return html`<section class="sheet">
<p class="help">${say.sourceIs}</p>
${ui.facts([
  [say.mediaKind, say.media[video.mediaKind]],
  [say.length, shownLength(sourceSecondsOf(video))],
  video.outputs?.trim !== undefined && [
    say.playsNow,
    `${shownLength(video.durationSeconds)} (${playsAsText(video.outputs.trim.plays)})`,
  ],
  bytes > 0 && [say.file, ui.fileSize(bytes, language)],
  [
    term('encoding', say.encoding),
    state === null ? ui.badge('warning', say.notEncoded) : encodingBadge(state, language),
  ],
])}
<p><a href="${source}">${say.download}</a></p>
${
  // What was sent and not obeyed is there to be sent again.
  (!isActive(state) || sent.plays !== undefined) &&
  html`<form method="post">${hidden}${ui.hiddenField('do', 'encode')}${ui.hiddenField('seen', String(row.plays))}
${
  video.mediaKind === 'video' &&
  ui.selectField({
    ...{ name: 'layout', label: say.layout, help: say.layoutHelp, errors: problems.layout },
    choices: layout.map(({ value, display_name }) => ({ value, label: display_name })),
    value: textOf(sent, 'layout') || String(row.layout),
  })
}
${ui.textArea({
  ...{ name: 'plays', label: say.plays, help: say.playsHelp, rows: 3, errors: problems.plays },
  value: text,
})}
${text !== asLines && html`<p class="help">${say.playsSaved(playsAsText(plays))}</p>`}
${video.encodingId !== null && trimButtons(edited, language)}
${ui.submitButton(say.encode, { kind: 'plain' })}
${video.encodingId !== null && html`<p class="help">${say.encodeHelp}</p>`}
</form>`
}
</section>`;
}

/** Take pieces from the player, and play what stays of them there. */
function trimButtons({ video, row }: EditedVideo, language: ui.Language): Html {
  const say = editWords[language];
  const length = sourceSecondsOf(video);
  const plays = playsIn(String(row.plays));
  const stays = plays.length === 0 ? length : playedUntil(plays, length);
  const button = (asked: Readonly<Record<string, string | boolean>>, text: string) =>
    html`<button${attributes({ type: 'button', class: 'plain', ...asked })}>${text}</button>`;
  return html`<div class="trims"><p class="row">${button({ 'data-piece': 'from' }, say.pieceBegins)}${button({ 'data-piece': 'to' }, say.pieceEnds)}
${button({ 'data-preview': true, 'aria-pressed': 'false' }, say.playStays)}</p>
<p class="help" role="status" data-lasts="${say.staysLasts('{}')}" data-length="${length}">${say.staysLasts(shownLength(stays))}</p></div>`;
}

/** Without JavaScript the form is sent as a whole. */
function replacePart(
  { video, known: { caller } }: EditedVideo,
  { language, hidden, problems }: FormState,
  { maxBytes, askFirst }: { maxBytes: number; askFirst: string },
): Html {
  const say = editWords[language];
  const limit = ui.fileSize(maxBytes, language, { rounding: 'down' });
  const action = videoEditAddress(video, 'source');
  const inPieces = attributes({
    'data-pieces': addresses.uploads,
    'data-account': caller.id,
    'data-replaces': apiVideoAddress(video),
    'data-watch': addresses.videos,
    'data-pause': say.pause,
    'data-go-on': say.goOn,
    'data-begun': say.begun,
    'data-lost': say.lost,
  });
  return html`<form class="sheet"${ui.fileFormAttributes({ action, language, askFirst })}${inPieces}>${hidden}
<h3>${say.replace}</h3>
<p class="help">${say.replaceIs}</p>
${ui.fileField({
  ...{ name: 'video', label: say.newFile, help: say.newFileHelp(limit), errors: problems.video },
  ...{ accept: 'video/*,audio/*', required: true },
  limit: { maxBytes, message: say.tooLarge(limit) },
})}
${ui.submitButton(say.replaceIt)}
</form>`;
}
