import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { changeObject, choicesOf, InvalidInput, objectUrl, showContext, showRow } from '@campus/rest';
import { accountsNamed, usernamesOf } from '../../../data/accounts.ts';
import { channelTitlesOf } from '../../../data/themes.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { channels, themes } from '../../resources/channels.ts';
import { disciplines } from '../../resources/disciplines.ts';
import { cursus } from '../../resources/fields/cursus.ts';
import { licences } from '../../resources/fields/licences.ts';
import type { Services } from '../../resources/services.ts';
import { users } from '../../resources/users.ts';
import { videos } from '../../resources/videos.ts';
import { editProblems } from './edit-problems.ts';
import { editWords } from './edit-words.ts';
import type { EditedVideo } from './edited-video.ts';
import { allChoices, asChoices, checkList, languageChoices, ownerField, typePicker } from './form-parts.ts';
import { bodyWith, type FormState, type Section, type SentTexts, textOf } from './sent-form.ts';

const texts = ['title', 'type', 'date_evt', 'main_lang', 'licence', 'cursus'] as const;
const lists = { discipline: disciplines, channel: channels, theme: themes } as const;

/** What is said of a video, and whose it is. */
export const metadataSection: Section = {
  name: 'metadata',
  scripts: ['search-select.js'],
  fields: [...texts, ...Object.keys(lists), 'description', 'tags', 'owner', 'additional_owners'],
  async show(edited, form) {
    const say = editWords[form.language];
    const values = shownValues(edited, form.sent);
    const field = (name: (typeof texts)[number] | 'description', label: string) => ({
      ...{ name, label, value: String(values[name] ?? ''), errors: form.problems[name] },
    });
    const { known } = edited;
    const { choices, value } = await typePicker(String(values.type ?? ''), known);
    return html`<form class="sheet" method="post">${form.hidden}
${ui.textField({ ...field('title', say.title), required: true, maxLength: 250 })}
${ui.textArea({ ...field('description', say.description), help: say.descriptionHelp, rows: 8 })}
<div class="columns"><div>
${ui.selectField({ ...field('type', say.type), choices, value, required: true })}
${ui.textField({ ...field('date_evt', say.date), type: 'date' })}
${ui.selectField({ ...field('main_lang', say.mainLang), choices: languageChoices(form.language), required: true })}
${ui.selectField({ ...field('licence', say.licence), choices: asChoices(licences.choicesIn(form.language)), blank: say.noLicence })}
${ui.selectField({ ...field('cursus', say.cursus), choices: asChoices(cursus.choicesIn(form.language)) })}
${ui.textArea({ ...{ name: 'tags', label: say.tags, help: say.tagsHelp, rows: 3 }, value: linesOf(values.tags), errors: form.problems.tags })}
</div><div>
${await listsOf(edited, form, values)}
${edited.isTheirs && (await peopleOf(edited, form, values))}
</div></div>
${ui.submitButton(say.save)}
</form>`;
  },
  async obey(edited, { texts: sent }) {
    const { known, row, isTheirs } = edited;
    const given = Object.fromEntries(texts.map((name) => [name, textOf(sent, name)]));
    const several = Object.keys(lists).map((name) => [name, sent[name] ?? []]);
    const body = bodyWith({
      ...{ ...given, ...Object.fromEntries(several) },
      description: plainLines(sent.description?.at(-1) ?? ''),
      tags: linesIn(textOf(sent, 'tags')),
      ...(isStaff(known.caller) && textOf(sent, 'owner') !== '' && { owner: textOf(sent, 'owner') }),
      ...(isTheirs && (await namedOwners(edited, linesIn(textOf(sent, 'additional_owners'))))),
    });
    await changeObject(videos, known, { body, mode: 'patch', row });
    return { done: 'saved' };
  },
};

type Values = Readonly<Record<string, unknown>>;

/** What was sent and is to be mended, else what the video has. */
function shownValues({ row, known }: EditedVideo, sent: SentTexts | undefined): Values {
  const own = showRow(videos, row, showContext(known));
  if (sent === undefined) return own;
  return {
    ...own,
    ...Object.fromEntries([...texts, 'description', 'owner'].map((name) => [name, sent[name]?.at(-1) ?? ''])),
    ...Object.fromEntries(Object.keys(lists).map((name) => [name, sent[name] ?? []])),
    tags: linesIn(textOf(sent, 'tags')),
  };
}

async function listsOf({ known }: EditedVideo, form: FormState, values: Values): Promise<Html> {
  const say = editWords[form.language];
  const labels = { discipline: say.disciplines, channel: say.channels, theme: say.themes };
  const all: Html[] = [];
  for (const [name, target] of Object.entries(lists)) {
    const chosen = values[name] as readonly string[];
    const found = await allChoices(target, chosen, known);
    const choices = target === themes ? await withChannels(found, known.engine.services) : found;
    const label = labels[name as keyof typeof lists];
    all.push(checkList({ name, label, choices, chosen, errors: form.problems[name], none: say.noneThere }));
  }
  return html`${all}`;
}

/** Themes of two channels may be called the same. */
async function withChannels(
  choices: readonly ui.Choice[],
  { db }: Pick<Services, 'db'>,
): Promise<ui.Choice[]> {
  const idOf = ({ value }: ui.Choice) => Number(/(\d+)\/$/.exec(value)?.[1]);
  const titles = await channelTitlesOf(db, choices.map(idOf));
  return choices.map((choice) => {
    const channel = titles.get(idOf(choice));
    return channel === undefined ? choice : { ...choice, label: `${channel} › ${choice.label}` };
  });
}

/** Whose the video is, for those who may say that: staff alone gives it to another owner. */
async function peopleOf({ known, row }: EditedVideo, form: FormState, values: Values): Promise<Html> {
  const { sent, problems, language } = form;
  const say = editWords[language];
  const ids = (row.additionalOwners ?? []) as readonly number[];
  const names =
    sent === undefined
      ? (await usernamesOf(known.engine.services.db, ids)).join('\n')
      : (sent.additional_owners?.at(-1) ?? '');
  const words = sent === undefined ? '' : textOf(sent, ui.searchWordsName('owner'));
  const chosen = String(values.owner ?? '');
  const owners = isStaff(known.caller) ? await choicesOf(users, { words, chosen }, known) : undefined;
  return html`<fieldset><legend>${say.people}</legend>
${owners !== undefined && ownerField(owners, { label: say.owner, errors: problems.owner, language })}
${ui.textArea({
  ...{ name: 'additional_owners', label: say.additionalOwners, help: say.additionalOwnersHelp, rows: 3 },
  ...{ value: names, errors: problems.additional_owners },
})}</fieldset>`;
}

/**
 * The additional owners by their user names, as the API takes them; nothing where they stay the same.
 *
 * @throws InvalidInput  a name that nobody has who could be one
 */
async function namedOwners(
  { row, known }: EditedVideo,
  names: readonly string[],
): Promise<{ additional_owners?: string[] }> {
  const held = (row.additionalOwners ?? []) as readonly number[];
  const found = await accountsNamed(known.engine.services.db, names.filter(isStorable));
  const problems = names
    // Who is no more let in stays what they were.
    .filter(
      (name) =>
        !found.some(({ username, isActive, id }) => username === name && (isActive || held.includes(id))),
    )
    .map((name) => ({ text: editProblems.nobody, values: { name } }));
  if (problems.length > 0) throw new InvalidInput({ additional_owners: problems });
  const ids = found.map(({ id }) => id);
  const isSame = ids.length === held.length && ids.every((id) => held.includes(id));
  return isSame ? {} : { additional_owners: ids.map((id) => objectUrl(known.base, users.path, id)) };
}

/** The database refuses to look for what no column holds. */
function isStorable(name: string): boolean {
  return !name.includes('\0');
}

function linesOf(values: unknown): string {
  return (values as readonly string[]).join('\n');
}

function linesIn(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Browsers end the lines of a text in their own way (HTML, "multipart form data"). */
function plainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
