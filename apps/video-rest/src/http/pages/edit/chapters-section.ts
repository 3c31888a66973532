import { createHash } from 'node:crypto';
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import * as rest from '@campus/rest';
import { addChapters, type ChapterStart } from '../../../data/chapters.ts';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { playsOnAir, sourceSecondsOf } from '../../../ffmpeg/outputs.ts';
import { playedUntil, sourceSecondsAt } from '../../../ffmpeg/plays.ts';
import { faultsOfStretch, secondsOf, shownLength } from '../../../videos/time-in-video.ts';
import { videoAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import { chapters } from '../../resources/chapters.ts';
import { videos } from '../../resources/videos.ts';
import { besidePlayer } from './beside-player.ts';
import { editProblems } from './edit-problems.ts';
import { editWords } from './edit-words.ts';
import {
  bodyWith,
  type FormState,
  maxParts,
  partOf,
  partsOf,
  type Section,
  type SentTexts,
  textOf,
} from './sent-form.ts';

/** Where the parts of a video begin: a form for each, and one for another. */
export const chaptersSection: Section = {
  name: 'chapters',
  hasPlayer: true,
  scripts: ['times-from-player.js', 'transcript.js'],
  fields: ['title', 'time_start', 'lines'],
  begun({ at }, video) {
    const played = typeof at === 'string' ? secondsOf(at) : undefined;
    if (played === undefined) return undefined;
    return { do: ['add'], time_start: [shownLength(sourceSecondsAt(playsOnAir(video), played))] };
  },
  async show(edited, form) {
    const say = editWords[form.language];
    const all = await partsOf(chapters, edited, 'startSeconds');
    const isPlayed = edited.video.encodingId !== null;
    const content = html`<section class="sheet">
<p class="help">${say.chaptersAre(shownLength(sourceSecondsOf(edited.video)))}${isPlayed && ` ${say.chaptersBesidePlayer}`}</p>
${all.length === 0 ? html`<p>${say.noChapters}</p>` : html`<ol class="rows" data-follows>${all.map((chapter) => html`<li>${chapterForm(chapter, edited.video, form)}</li>`)}</ol>`}
</section>
<section class="sheet"><h3>${say.addChapter}</h3>${addForm(form, { isPlayed })}</section>
<section class="sheet"><h3>${say.chapterLines}</h3>${linesForm(form, versionOf(all))}</section>`;
    return besidePlayer(edited, { language: form.language, content });
  },
  async obey(edited, { texts }) {
    const { known, video } = edited;
    const [what, id] = [textOf(texts, 'do'), textOf(texts, 'id')];
    if (what === 'remove') {
      await rest.removeObject(chapters, known, await partOf(chapters, edited, id));
      return { done: 'chapter-removed' };
    }
    if (what === 'change') {
      const row = await partOf(chapters, edited, id);
      await rest.changeObject(chapters, known, {
        body: bodyWith({ ...membersIn(texts, video) }),
        mode: 'patch',
        row,
      });
      return { done: 'chapter-saved' };
    }
    const whole = { video: rest.objectUrl(known.base, videos.path, video.id) };
    if (what !== 'lines') {
      await rest.createObject(chapters, known, bodyWith({ ...whole, ...membersIn(texts, video) }));
      return { done: 'chapter-added' };
    }
    const sent = chaptersIn(texts, video);
    const seen = textOf(texts, 'version');
    const isThere = await addChapters(
      known.engine.services.db,
      { videoId: video.id, limit: maxParts },
      (there) => missingIn(there, { sent, seen }),
    );
    if (!isThere) throw new rest.Refusal('not_found');
    return { done: 'chapters-added' };
  },
};

/**
 * Of the chapters that were sent, those that are not there: what was sent twice is there once.
 *
 * @throws Refusal  409, where others are there than the sender has seen; InvalidInput
 */
function missingIn(
  there: readonly ChapterStart[],
  { sent, seen }: { sent: readonly ChapterStart[]; seen: string },
): ChapterStart[] {
  const keys = new Set(there.map(keyOf));
  const missing = sent.filter((chapter) => !keys.has(keyOf(chapter)) && keys.add(keyOf(chapter)));
  if (missing.length > 0 && versionOf(there) !== seen) throw new rest.Refusal(refusals.chapters_changed);
  const count = keys.size;
  if (count > maxParts)
    throw new rest.InvalidInput({
      lines: [{ text: editProblems.too_many, values: { count, limit: maxParts } }],
    });
  return missing;
}

/** Of all chapters of a video: no others are called so. */
function versionOf(all: readonly rest.Row[]): string {
  return createHash('sha256').update(all.map(keyOf).join('\n')).digest('base64url');
}

interface SentChapter {
  title: string;
  time_start: number;
}

function keyOf({ title, startSeconds }: rest.Row): string {
  return `${startSeconds} ${title}`;
}

/** @throws InvalidInput  where the start is no time of the video */
function membersIn(texts: SentTexts, video: Pick<WatchedVideo, 'durationSeconds' | 'outputs'>): SentChapter {
  const said = textOf(texts, 'time_start');
  const start = secondsOf(said);
  if (start === undefined) throw new rest.InvalidInput({ time_start: [{ text: editProblems.no_time }] });
  const late = tooLate(start, video);
  if (late !== undefined) throw new rest.InvalidInput({ time_start: [late] });
  return { title: textOf(texts, 'title'), time_start: start };
}

/** What is wrong with a start, in the words of the form. */
function tooLate(start: number, video: Pick<WatchedVideo, 'durationSeconds' | 'outputs'>) {
  const fault = faultsOfStretch({ start }, sourceSecondsOf(video)).start;
  if (fault === undefined) return undefined;
  return {
    text: editProblems.too_late,
    values: { start: shownLength(start), last: shownLength(fault.limit) },
  };
}

/** Of lines such as `1:30 Matrices`. @throws InvalidInput  with every line that is wrong */
function chaptersIn(
  texts: SentTexts,
  video: Pick<WatchedVideo, 'durationSeconds' | 'outputs'>,
): ChapterStart[] {
  const problems: rest.Message[] = [];
  const found = textOf(texts, 'lines')
    .split(/\r\n?|\n/)
    .flatMap((text, index) => {
      const line = index + 1;
      if (text.trim() === '') return [];
      const [, clock = '', after = ''] = /^\s*[([]?([\d:]+)[)\]]?\s(.*)$/.exec(text) ?? [];
      const start = secondsOf(clock);
      const title = after.replace(/^[\s–—-]+/, '').trim();
      if (start === undefined || title === '' || title.includes('\0'))
        problems.push({ text: editProblems.no_chapter, values: { line } });
      else if ([...title].length > maxTitle)
        problems.push({ text: editProblems.long_title, values: { line, limit: maxTitle } });
      const late = start === undefined ? undefined : tooLate(start, video);
      if (late !== undefined) problems.push(late);
      return start === undefined ? [] : [{ title, startSeconds: start }];
    });
  if (found.length === 0 && problems.length === 0)
    problems.push({ text: editProblems.no_chapter, values: { line: 1 } });
  if (problems.length > maxTold + 1)
    problems.splice(maxTold, problems.length, {
      text: editProblems.more_lines,
      values: { count: problems.length - maxTold },
    });
  if (problems.length > 0) throw new rest.InvalidInput({ lines: problems });
  return found;
}

const maxTitle = 100;

/** So many wrong lines are told one by one. */
const maxTold = 20;

function chapterForm(
  chapter: rest.Row,
  video: WatchedVideo,
  { language, hidden, sent, problems }: FormState,
): Html {
  const say = editWords[language];
  const id = String(chapter.id);
  // What was wrong is shown at the form that was sent.
  const own =
    sent !== undefined && textOf(sent, 'do') === 'change' && textOf(sent, 'id') === id ? sent : undefined;
  const title = String(chapter.title);
  const field = (name: 'title' | 'time_start', value: string) => ({
    ...{ name, idPrefix: `chapter-${id}`, required: true },
    ...{ value: own === undefined ? value : textOf(own, name), errors: own && problems[name] },
  });
  const button = (what: string, text: string, label: string, kind: string) =>
    html`<button${attributes({ class: kind, name: 'do', value: what, 'aria-label': label, formnovalidate: what === 'remove' })}>${text}</button>`;
  const seconds = Number(chapter.startSeconds);
  const seek = playedUntil(playsOnAir(video), seconds);
  const play = ui.withQuery(videoAddress(video), { start: Math.floor(seek) });
  return html`<form class="row top" method="post">${hidden}${ui.hiddenField('id', id)}
${ui.textField({ ...field('time_start', shownLength(seconds)), label: say.start })}
${ui.textField({ ...field('title', title), label: say.title, maxLength: maxTitle })}
${
  video.encodingId !== null &&
  html`<p class="row"><a class="button" href="${play}" data-seek="${seek}" aria-label="${say.playNamed(title)}">${say.play}</a>
${timeButton(say.here, say.hereNamed(title))}${timeButton('−1 s', say.earlier(title), -1)}${timeButton('+1 s', say.later(title), 1)}</p>`
}
<p class="row">${button('change', say.save, say.saveNamed(title), 'plain')}
${button('remove', say.remove, say.removeTrack(title), 'danger')}</p>
</form>`;
}

/** Takes the time of the player, or goes so many seconds from the one of the field. */
function timeButton(text: string, label: string, by?: number): Html {
  const asked = { 'data-time': 'time_start', 'data-by': by, 'aria-label': label };
  return html`<button${attributes({ type: 'button', class: 'plain', ...asked })}>${text}</button>`;
}

function addForm({ language, hidden, sent, problems }: FormState, { isPlayed }: { isPlayed: boolean }): Html {
  const say = editWords[language];
  const own = sent !== undefined && textOf(sent, 'do') === 'add' ? sent : undefined;
  const field = (name: 'title' | 'time_start') => ({
    ...{ name, required: true, value: own && textOf(own, name), errors: own && problems[name] },
  });
  return html`<form class="row top" method="post">${hidden}${ui.hiddenField('do', 'add')}
${ui.textField({ ...field('time_start'), label: say.start, help: say.startHelp, placeholder: '0:00' })}
${ui.textField({ ...field('title'), label: say.title, maxLength: maxTitle })}
<p class="row">${isPlayed && timeButton(say.here, say.hereNew)}${ui.submitButton(say.add)}</p>
</form>`;
}

function linesForm({ language, hidden, sent, problems }: FormState, version: string): Html {
  const say = editWords[language];
  const own = sent !== undefined && textOf(sent, 'do') === 'lines' ? sent : undefined;
  return html`<form method="post">${hidden}${ui.hiddenField('do', 'lines')}${ui.hiddenField('version', version)}
${ui.textArea({
  ...{ name: 'lines', label: say.chaptersAsText, help: say.chapterLinesAre, rows: 6, required: true },
  ...{ value: own?.lines?.at(-1), errors: own && problems.lines },
})}
${ui.submitButton(say.takeChapters)}
</form>`;
}
