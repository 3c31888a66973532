/**
 * What is said in a video, line by line, as its subtitles have it: beside the player, where `transcript.js` puts it, as a
 * page of its own without JavaScript, and as a text to keep.
 */
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { idOf } from '@campus/rest';
import { type BesideVideo, findBesideVideo } from '../../../data/beside-videos.ts';
import { playsOnAir } from '../../../ffmpeg/outputs.ts';
import { playedUntil } from '../../../ffmpeg/plays.ts';
import { maxSubtitleBytes } from '../../../library/read-file.ts';
import { type Cue, cuesOf, webVttAt } from '../../../library/web-vtt.ts';
import { readStart } from '../../../storage/locate-file.ts';
import { shownLength } from '../../../videos/time-in-video.ts';
import { transcriptAddress, videoAddress } from '../../addresses.ts';
import { languageName } from '../../resources/fields/spoken-languages.ts';
import {
  keepToOneself,
  noVideo,
  type OpenedVideo,
  requireOpened,
  shareKeyOf,
  type WatchVisit,
} from './opened-video.ts';
import { firstTrack } from './player.ts';
import { transcriptWords } from './watch-words.ts';

/** One track of a video, read. */
interface Transcript extends OpenedVideo {
  tracks: BesideVideo['tracks'];
  track: BesideVideo['tracks'][number];
  cues: Cue[];
}

/** The lines of a track, those alone that have what is searched for. */
export async function showTranscript(visit: WatchVisit): Promise<void> {
  const { request, reader, answer } = visit;
  const { language } = reader;
  const found = await readTranscript(visit);
  const words = typeof request.query.q === 'string' ? request.query.q : '';
  answer({
    title: transcriptWords[language].transcriptOf(found.video.title),
    breadcrumbs: [
      { text: found.video.title, href: ui.withQuery(videoAddress(found.video), { share: found.key }) },
    ],
    styles: ['player.css'],
    main: html`<div class="sheet" data-transcript>${linesOfTrack()}</div>`,
  });

  function linesOfTrack(): Html {
    const { video, key, track, tracks, cues } = found;
    const say = transcriptWords[language];
    const here = transcriptAddress(video);
    const others = tracks.map(
      ({ id, lang, kind }) =>
        html`<li><a${attributes({ href: ui.withQuery(here, { share: key, track: id }), 'aria-current': id === track.id && 'true' })}>${languageName(lang, language)}${kind === 'captions' && ` (${say.captions})`}</a></li>`,
    );
    const kept = { share: key, track: String(track.id) };
    const matching = cues.filter(({ text }) => folded(text).includes(folded(words)));
    return html`${tracks.length > 1 && html`<ul class="choices">${others}</ul>`}
<form class="row" role="search" action="${here}">
${Object.entries(kept).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}
${ui.textField({ name: 'q', label: say.search, type: 'search', value: words, idPrefix: 'transcript' })}
${ui.submitButton(say.find, { kind: 'plain' })}</form>
<p role="status" data-none="${say.none}">${matching.length === 0 && say.none}</p>
<ol class="lines" lang="${track.lang}" data-follows>${matching.map(
      ({ startSeconds, text }) =>
        html`<li><a href="${ui.withQuery(videoAddress(video), { share: key, start: Math.floor(startSeconds) })}" data-seek="${startSeconds}"><span>${shownLength(startSeconds)}</span> ${text}</a></li>\n`,
    )}</ol>
<p><a href="${ui.withQuery(transcriptAddress(video, 'text'), kept)}">${say.asText}</a></p>`;
  }
}

/** The same as a text to keep, without times. */
export async function sendTranscript(visit: WatchVisit): Promise<void> {
  const { video, track, cues } = await readTranscript(visit);
  visit.response
    .attachment(`${video.slug}-${track.lang}.txt`)
    .set('Cache-Control', 'private, no-cache')
    .send(`${cues.map(({ text }) => text).join('\n')}\n`);
}

/** Beside a player: the way to the page, which `transcript.js` brings here. */
export function transcriptBeside(
  { video, key }: OpenedVideo,
  { tracks, say }: Pick<BesideVideo, 'tracks'> & { say: { transcript: string; open: string } },
): Html | false {
  const address = ui.withQuery(transcriptAddress(video), { share: key });
  return (
    tracks.length > 0 &&
    html`<details class="sheet transcript" data-source="${address}"><summary>${say.transcript}</summary>
<div><p><a href="${address}">${say.open}</a></p></div></details>`
  );
}

/** The track that is asked for, else the one that is shown first. @throws Refusal 404 */
async function readTranscript(visit: WatchVisit): Promise<Transcript> {
  const { request, reader, engine } = visit;
  const { db, storage } = engine.services;
  if (shareKeyOf(request) !== undefined) keepToOneself(visit.response);
  const opened = await requireOpened(visit);
  const { tracks } = await findBesideVideo(db, opened.video.id);
  const asked = request.query.track;
  const track =
    asked === undefined
      ? (firstTrack(tracks, reader.language) ?? tracks[0])
      : tracks.find(({ id }) => id === idOf(String(asked)));
  const located = track && (await storage.locate({ table: 'files', id: track.id, file: track.file }));
  if (track === undefined || !located) throw noVideo();
  // Made into WebVTT, subtitles are a little larger than they were sent.
  const content = await readStart(located, 2 * maxSubtitleBytes);
  const plays = playsOnAir(opened.video);
  const played = webVttAt(content.toString(), (seconds) => playedUntil(plays, seconds));
  return { ...opened, tracks, track, cues: cuesOf(played) };
}

/** Whoever searches types no accents. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
