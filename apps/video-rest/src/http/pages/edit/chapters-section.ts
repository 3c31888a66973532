import { attributes, type Html, hiddenField, html, submitButton, textField } from '@campus/pages';
import { changeObject, createObject, InvalidInput, objectUrl, type Row, removeObject } from '@campus/rest';
import { clockTime } from '../../../videos/encoding-step.ts';
import { chapters } from '../../resources/chapters.ts';
import { videos } from '../../resources/videos.ts';
import { editProblems } from './edit-problems.ts';
import { editWords } from './edit-words.ts';
import {
  bodyWith,
  type FormState,
  partOf,
  partsOf,
  type Section,
  type SentTexts,
  textOf,
} from './sent-form.ts';

/** Where the parts of a video begin: a form for each, and one for another. */
export const chaptersSection: Section = {
  name: 'chapters',
  fields: ['title', 'time_start'],
  async show(edited, form) {
    const say = editWords[form.language];
    const all = await partsOf(chapters, edited, 'startSeconds');
    return html`<section class="sheet">
<p class="help">${say.chaptersAre(clockTime(edited.video.durationSeconds))}</p>
${all.length === 0 ? html`<p>${say.noChapters}</p>` : html`<ol class="rows">${all.map((chapter) => html`<li>${chapterForm(chapter, form)}</li>`)}</ol>`}
</section>
<section class="sheet"><h3>${say.addChapter}</h3>${addForm(form)}</section>`;
  },
  async obey(edited, { texts }) {
    const { known, video } = edited;
    const [what, id] = [textOf(texts, 'do'), textOf(texts, 'id')];
    if (what === 'remove') {
      await removeObject(chapters, known, await partOf(chapters, edited, id));
      return { done: 'chapter-removed' };
    }
    if (what === 'change') {
      const row = await partOf(chapters, edited, id);
      await changeObject(chapters, known, { body: bodyWith(membersIn(texts)), mode: 'patch', row });
      return { done: 'chapter-saved' };
    }
    const whole = { video: objectUrl(known.base, videos.path, video.id) };
    await createObject(chapters, known, bodyWith({ ...whole, ...membersIn(texts) }));
    return { done: 'chapter-added' };
  },
};

/** @throws InvalidInput  where the start is no time */
function membersIn(texts: SentTexts): { title: string; time_start: number } {
  const start = secondsOf(textOf(texts, 'time_start'));
  if (start === undefined) throw new InvalidInput({ time_start: [{ text: editProblems.no_time }] });
  return { title: textOf(texts, 'title'), time_start: start };
}

/** Of `1:02:30`, `2:30` or `150`; undefined where it is no time. */
function secondsOf(text: string): number | undefined {
  if (!/^\d{1,6}(:\d{1,2}){0,2}$/.test(text)) return undefined;
  return text.split(':').reduce((seconds, part) => 60 * seconds + Number(part), 0);
}

function chapterForm(chapter: Row, { language, hidden, sent, problems }: FormState): Html {
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
  return html`<form class="row top" method="post">${hidden}${hiddenField('id', id)}
${textField({ ...field('time_start', clockTime(Number(chapter.startSeconds))), label: say.start })}
${textField({ ...field('title', title), label: say.title, maxLength: 100 })}
<p class="row">${button('change', say.save, say.saveNamed(title), 'plain')}
${button('remove', say.remove, say.removeTrack(title), 'danger')}</p>
</form>`;
}

function addForm({ language, hidden, sent, problems }: FormState): Html {
  const say = editWords[language];
  const own = sent !== undefined && textOf(sent, 'do') === 'add' ? sent : undefined;
  const field = (name: 'title' | 'time_start') => ({
    ...{ name, required: true, value: own && textOf(own, name), errors: own && problems[name] },
  });
  return html`<form class="row top" method="post">${hidden}${hiddenField('do', 'add')}
${textField({ ...field('time_start'), label: say.start, help: say.startHelp, placeholder: '0:00' })}
${textField({ ...field('title'), label: say.title, maxLength: 100 })}
<p>${submitButton(say.add)}</p>
</form>`;
}
