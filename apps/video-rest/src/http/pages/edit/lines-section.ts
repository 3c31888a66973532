/** The lines of one track, corrected beside the player; a form that comes back is all there is to it without JavaScript. */
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { InvalidInput, type Message, Refusal } from '@campus/rest';
import type { WatchedVideo } from '../../../data/watched-videos.ts';
import { playsOnAir } from '../../../ffmpeg/outputs.ts';
import { playedUntil } from '../../../ffmpeg/plays.ts';
import { webVttClock } from '../../../ffmpeg/web-vtt-clock.ts';
import {
  type Corrections,
  corrected,
  type SubtitleLine,
  subtitleLinesOf,
  textOfLine,
} from '../../../library/correct-subtitles.ts';
import { maxSubtitleBytes } from '../../../library/read-file.ts';
import { readStart } from '../../../storage/locate-file.ts';
import { videoAddress, videoEditAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import { languageName } from '../../resources/fields/spoken-languages.ts';
import { tracks } from '../../resources/tracks.ts';
import { besidePlayer } from './beside-player.ts';
import { editProblems } from './edit-problems.ts';
import { editWords } from './edit-words.ts';
import type { EditedVideo } from './edited-video.ts';
import { errorList } from './form-parts.ts';
import { keepCorrected } from './kept-with-video.ts';
import { type FormState, partsOf, type Section, type SentTexts, textOf } from './sent-form.ts';

/** Of one page of them. */
export const linesAtOnce = 100;

/** Of the form, which may hold all that a file may: a form has up to three bytes for one, and the times beside it. */
export const maxLinesBytes = 4 * maxSubtitleBytes;

export const linesSection: Section = {
  name: 'lines',
  hasPlayer: true,
  scripts: ['correct-lines.js'],
  fields: [],
  maxBytes: maxLinesBytes,
  async show(edited, form) {
    const track = await readTrack(edited);
    const { language, hidden, sent } = form;
    const say = editWords[language];
    const isSent = sent?.version !== undefined;
    const version = isSent ? textOf(sent, 'version') : track.version;
    const shown = isSent ? linesIn(sent) : pageOf(track);
    const name = `${say.kinds[track.kind]} (${languageName(track.lang, language)})`;
    const there = ui.withQuery(videoEditAddress(edited.video, 'lines'), {
      track: track.id,
      page: track.page,
    });
    const pages = ui.pager({
      ...{ page: track.page, lastPage: track.lastPage, language },
      addressOf: (to) => ui.withQuery(videoEditAddress(edited.video, 'lines'), { track: track.id, page: to }),
    });
    const context = { ...form, track, video: edited.video };
    const content = html`<form${attributes({ class: 'sheet', method: 'post', 'data-lines': true, 'data-max-bytes': maxLinesBytes, 'data-too-large': say.linesTooLarge })}>${hidden}${ui.hiddenField('version', version)}
${(sent?.gone ?? []).map((cue) => ui.hiddenField('gone', cue))}
<h3>${name}</h3><p class="help">${say.linesAre}</p>
${version !== track.version && ui.notice('warning', html`<a href="${there}" target="_blank">${say.linesNow}</a>`)}
<p class="row">${ui.submitButton(say.save, { name: 'do', value: 'save' })}
${shown.length === 0 && ui.submitButton(say.addLine, { name: 'do', value: 'add:-1', kind: 'plain' })}</p>
<p class="notice bad" role="alert" hidden></p>
<ol class="lines cues" data-follows>${shown.map((line, place) => lineRow(line, { ...context, place, isLast: place === shown.length - 1 }))}</ol>
${shown.length > 0 && html`<p>${ui.submitButton(say.save, { name: 'do', value: 'save' })}</p>`}
</form>${pages}`;
    const plays = edited.video.outputs?.trim?.plays;
    const seen = { lang: track.lang, kind: track.kind, id: track.fileId, file: track.version, plays };
    return besidePlayer(edited, { language, tracks: [seen], content });
  },
  async obey(edited, { texts }) {
    const [what = '', place] = textOf(texts, 'do').split(':');
    const change = Object.hasOwn(changes, what) ? changes[what] : undefined;
    const lines = linesIn(texts);
    if (change !== undefined) return { again: changedForm(texts, lines, { change, place: Number(place) }) };
    const track = await readTrack(edited);
    const corrections = correctionsIn(texts, lines, track);
    if (track.version !== textOf(texts, 'version')) throw new Refusal(refusals.lines_changed);
    const content = corrected(track.content, corrections);
    if (content !== track.content) await keepCorrected(edited, track, content);
    return { done: 'lines-saved', query: { track: track.id, page: track.page } };
  },
};

/** A track with what it says. */
interface ReadTrack {
  id: number;
  kind: 'subtitles' | 'captions';
  lang: string;
  fileId: number;
  /** Of the file. */
  name: string;
  /** Of what is in it: no other is ever called so. */
  version: string;
  content: string;
  lines: SubtitleLine[];
  /** Of the lines that are shown, from 1. */
  page: number;
  lastPage: number;
}

/** The track, and the page of its lines, that the address names. @throws Refusal 404 */
async function readTrack(edited: EditedVideo): Promise<ReadTrack> {
  const { engine, request } = edited.known;
  const all = await partsOf(tracks, edited, 'lang', ['src.name', 'src.storedFile']);
  const row = all.find(({ id }) => String(id) === request.query.track);
  if (typeof row?.['src.storedFile'] !== 'string') throw new Refusal('not_found');
  const [id, fileId, version] = [Number(row.id), Number(row.srcId), row['src.storedFile']];
  const located = await engine.services.storage.locate({ table: 'files', id: fileId, file: version });
  if (located === null) throw new Refusal('not_found');
  // Made into WebVTT, subtitles are a little larger than they were sent.
  const content = (await readStart(located, 2 * maxSubtitleBytes)).toString();
  const lines = subtitleLinesOf(content);
  const lastPage = Math.max(1, Math.ceil(lines.length / linesAtOnce));
  const asked = Number(request.query.page ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), lastPage) : 1;
  const kind = row.kind === 'captions' ? 'captions' : 'subtitles';
  const lang = String(row.lang);
  return { id, kind, lang, fileId, name: String(row['src.name']), version, content, lines, page, lastPage };
}

/** A line as the form has it; `cue` is its place in the file, empty for one that is not there yet. */
interface FormLine {
  cue: string;
  start: string;
  end: string;
  text: string;
}

function pageOf({ lines, page }: Pick<ReadTrack, 'lines' | 'page'>): FormLine[] {
  const first = (page - 1) * linesAtOnce;
  return lines.slice(first, first + linesAtOnce).map(({ startMs, endMs, text }, index) => {
    return { cue: String(first + index), start: clock(startMs), end: clock(endMs), text };
  });
}

function linesIn({ cue = [], start = [], end = [], text = [] }: SentTexts): FormLine[] {
  return cue.map((place, index) => ({
    cue: place,
    start: start[index]?.trim() ?? '',
    end: end[index]?.trim() ?? '',
    text: textOfLine(text[index] ?? ''),
  }));
}

/** `1:02.500`, `1:00:02.500` */
function clock(ms: number): string {
  return webVttClock(ms).replace(/^(?:00:)?0?/, '');
}

/** Milliseconds of `1:02.5`, `1:00:02,500` or `62`; undefined where it is no time. */
function msOf(text: string): number | undefined {
  const [, whole = '', rest = ''] = /^(\d{1,6}(?::\d{1,2}){0,2})(?:[.,](\d{1,3}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const seconds = whole.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  return 1000 * seconds + Number(rest.padEnd(3, '0'));
}

/** Takes so many lines away at a place, and puts others there. */
type Change = (lines: readonly FormLine[], at: { place: number; cursor: number }) => [number, FormLine[]];

/** How long a line is shown that begins where another ends. */
const newLineMs = 2000;

/** What the buttons of a line do to those of the form. */
const changes: Readonly<Record<string, Change>> = {
  add(lines, { place }) {
    const [before, after] = [lines[place], lines[place + 1]];
    const startMs = msOf(before?.end ?? '0') ?? 0;
    const nextMs = msOf(after?.start ?? '') ?? startMs;
    const endMs = nextMs > startMs ? Math.min(nextMs, startMs + newLineMs) : startMs + newLineMs;
    const added = { cue: '', start: clock(startMs), end: clock(endMs), text: '' };
    return before === undefined ? [0, [added]] : [1, [before, added]];
  },
  split(lines, { place, cursor }) {
    const line = lines[place];
    if (line === undefined) return [0, []];
    const { start, end, text } = line;
    const at = cursor > 0 && cursor < text.length ? cursor : middleOf(text);
    const [startMs, endMs] = [msOf(start), msOf(end)];
    const known = startMs !== undefined && endMs !== undefined && endMs > startMs;
    const between = known ? clock(Math.round(startMs + ((endMs - startMs) * at) / (text.length || 1))) : '';
    const first = { ...line, end: between, text: text.slice(0, at).trim() };
    return [1, [first, { cue: '', start: between, end, text: text.slice(at).trim() }]];
  },
  join(lines, { place }) {
    const [line, next] = [lines[place], lines[place + 1]];
    if (line === undefined || next === undefined) return [0, []];
    return [
      2,
      [{ ...line, cue: line.cue || next.cue, end: next.end, text: textOfLine(`${line.text}\n${next.text}`) }],
    ];
  },
  remove: () => [1, []],
};

/** Where a text is cut in two: between two words, as near to its middle as can be. */
function middleOf(text: string): number {
  const gaps = [...text.matchAll(/\s+/g)].map(({ index }) => index);
  const middle = text.length / 2;
  return gaps.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0] ?? text.length;
}

/** The form with its lines changed, which are not saved yet. */
function changedForm(
  texts: SentTexts,
  lines: readonly FormLine[],
  { change, place }: { change: Change; place: number },
): SentTexts {
  const [count, others] = change(lines, { place, cursor: Number(textOf(texts, 'cursor')) });
  const at = Math.max(place, 0);
  const now = lines.toSpliced(at, count, ...others);
  const stay = new Set(now.map(({ cue }) => cue));
  const gone = lines.map(({ cue }) => cue).filter((cue) => cue !== '' && !stay.has(cue));
  const focus = String(Math.min(others.length > 1 ? at + 1 : at, now.length - 1));
  const column = (name: keyof FormLine) => now.map((line) => line[name]);
  return {
    ...{ version: texts.version ?? [], gone: [...(texts.gone ?? []), ...gone], focus: [focus] },
    ...{ cue: column('cue'), start: column('start'), end: column('end'), text: column('text') },
  };
}

/** @throws InvalidInput  with every line that is wrong */
function correctionsIn(texts: SentTexts, lines: readonly FormLine[], { page }: ReadTrack): Corrections {
  const problems: Record<string, Message[]> = {};
  const changed = new Map<number, SubtitleLine>();
  const added: SubtitleLine[] = [];
  for (const [place, { cue, start, end, text }] of lines.entries()) {
    const line = numberOf(place, page);
    const [startMs, endMs] = [msOf(start), msOf(end)];
    const say = (name: string, message: Message) => {
      problems[`${name}-${place}`] = [message];
    };
    if (startMs === undefined) say('start', { text: editProblems.no_moment, values: { line, time: start } });
    if (endMs === undefined) say('end', { text: editProblems.no_moment, values: { line, time: end } });
    else if (startMs !== undefined && endMs <= startMs)
      say('end', { text: editProblems.ends_before, values: { line, start, end } });
    if (text === '') say('text', { text: editProblems.no_text, values: { line } });
    if (startMs === undefined || endMs === undefined) continue;
    if (cue === '') added.push({ startMs, endMs, text });
    else changed.set(Number(cue), { startMs, endMs, text });
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
  return { changed, added, removed: new Set((texts.gone ?? []).map(Number)) };
}

function numberOf(place: number, page: number): number {
  return (page - 1) * linesAtOnce + place + 1;
}

interface Shown extends FormState {
  track: ReadTrack;
  video: WatchedVideo;
  place: number;
  isLast: boolean;
}

function lineRow(
  { cue, start, end, text }: FormLine,
  { place, isLast, language, sent, problems, track, video }: Shown,
): Html {
  const say = editWords[language];
  const line = numberOf(place, track.page);
  const id = `line-${line}`;
  const names = ['start', 'end', 'text'] as const;
  const errors = names.flatMap((name) => problems[`${name}-${place}`] ?? []);
  const tied = (name: (typeof names)[number], label: string) => ({
    ...{ name, 'aria-label': `${label} ${line}` },
    ...(problems[`${name}-${place}`] && { 'aria-invalid': 'true', 'aria-describedby': `${id}-errors` }),
  });
  const seconds = (msOf(start) ?? 0) / 1000;
  const seek = playedUntil(playsOnAir(video), seconds);
  const play = ui.withQuery(videoAddress(video), { start: Math.floor(seek) });
  const button = (what: string, label: string) =>
    html`<button${attributes({ class: 'plain', name: 'do', value: `${what}:${place}`, 'aria-label': `${label} (${line})` })}>${label}</button>`;
  const here = (name: string, label: string) =>
    html`<button${attributes({ type: 'button', class: 'plain', 'data-time': name, 'aria-label': `${label} (${line})` })}>${label}</button>`;
  const focused = textOf(sent ?? {}, 'focus') === String(place);
  return html`<li>${ui.hiddenField('cue', cue)}
<a href="${play}" data-seek="${seek}" aria-label="${say.playLine(line)}">${line}</a>
<input${attributes({ ...tied('start', say.lineStart), value: start, 'data-precise': true })}>
<input${attributes({ ...tied('end', say.lineEnd), value: end, 'data-precise': true })}>
<textarea${attributes({ ...tied('text', say.lineText), rows: 2, lang: track.lang, dir: 'auto', autofocus: focused })}>\n${text}</textarea>
<details><summary aria-label="${say.moreOfLine(line)}">${say.change}</summary><p class="row">${here('start', say.startHere)}${here('end', say.endHere)}
${button('split', say.split)}${!isLast && button('join', say.join)}${button('add', say.addBelow)}${button('remove', say.remove)}</p></details>
${errors.length > 0 && html`<div id="${id}-errors">${errorList(errors)}</div>`}
</li>
`;
}
