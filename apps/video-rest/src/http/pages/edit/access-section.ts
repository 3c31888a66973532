import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import * as rest from '@campus/rest';
import { sharedVideoAddress } from '../../addresses.ts';
import { accessGroups } from '../../resources/access-groups.ts';
import { shareLinks } from '../../resources/share-links.ts';
import { videos } from '../../resources/videos.ts';
import { term } from '../glossary/term.ts';
import { editWords } from './edit-words.ts';
import type { EditedVideo } from './edited-video.ts';
import { allChoices, checkList, membersOfVisibility, visibilityField, visibilityOf } from './form-parts.ts';
import {
  bodyWith,
  type Done,
  type FormState,
  isTicked,
  partOf,
  partsOf,
  type Section,
  type SentTexts,
  textOf,
} from './sent-form.ts';

const groupsField = 'restrict_access_to_groups';

/** Who may watch a video, and the addresses that open it besides. */
export const accessSection: Section = {
  name: 'access',
  scripts: ['copy.js'],
  fields: ['visibility', groupsField, 'password', 'allow_downloading', 'label', 'expires'],
  async show(edited, form) {
    const { video, row, known } = edited;
    const { language, hidden, problems } = form;
    const say = editWords[language];
    // Forms of the share links beside it say nothing of these.
    const sent = form.sent?.visibility === undefined ? undefined : form.sent;
    const own = rest.showRow(videos, row, rest.showContext(known));
    const chosen = sent === undefined ? (own[groupsField] as string[]) : (sent[groupsField] ?? []);
    const hasPassword = video.passwordHash !== null;
    const mayDownload = sent === undefined ? video.allowDownloading : isTicked(sent, 'allow_downloading');
    const asksForNone = sent !== undefined && isTicked(sent, 'no_password');
    return html`<form class="sheet" method="post">${hidden}
${visibilityField(
  { errors: problems.visibility },
  { value: sent === undefined ? visibilityOf(video) : textOf(sent, 'visibility'), language },
)}
${checkList({
  ...{
    name: groupsField,
    label: term('access-group', say.groups),
    help: say.groupsHelp,
    errors: problems[groupsField],
  },
  ...{ choices: await allChoices(accessGroups, chosen, known), chosen, none: say.noneThere },
})}
${ui.textField({
  ...{ name: 'password', label: say.password, type: 'password', autocomplete: 'new-password' },
  ...{ help: hasPassword ? say.passwordIs : say.noPasswordIs, errors: problems.password },
})}
${hasPassword && ui.checkbox({ name: 'no_password', label: say.noPassword, checked: asksForNone })}
${ui.checkbox({ name: 'allow_downloading', label: say.allowDownloading, checked: mayDownload, errors: problems.allow_downloading })}
${ui.submitButton(say.save)}
</form>
${await shareLinksPart(edited, form)}`;
  },
  async obey(edited, { texts }) {
    const what = textOf(texts, 'do');
    if (what === 'share') return makeShareLink(edited, texts);
    if (what === 'revoke') return revokeShareLink(edited, texts);
    const { known, row } = edited;
    const typed = texts.password?.at(-1) ?? '';
    const password = isTicked(texts, 'no_password')
      ? { password: null }
      : typed === ''
        ? {}
        : { password: typed };
    const body = bodyWith({
      ...membersOfVisibility(textOf(texts, 'visibility')),
      ...password,
      [groupsField]: texts[groupsField] ?? [],
      allow_downloading: String(isTicked(texts, 'allow_downloading')),
    });
    await rest.changeObject(videos, known, { body, mode: 'patch', row });
    return { done: 'saved' };
  },
};

/** The share links of a video: the list, a new one, and the end of one. */
async function shareLinksPart(edited: EditedVideo, form: FormState): Promise<Html> {
  const { known } = edited;
  const { language, hidden, sent, problems } = form;
  const say = editWords[language];
  const { timeZone } = known.engine;
  const value = (name: string) => (sent === undefined ? '' : textOf(sent, name));
  const links = await partsOf(shareLinks, edited, 'createdAt');
  const headings = [say.label, say.expires, say.uses, say.lastUse, say.actions];
  const rows = links.map((link) => rowOf(link, { edited, form }));
  return html`<section class="sheet"><h3>${term('share-link', say.shareLinks)}</h3>
<p class="help">${say.shareLinksAre}</p>
${rows.length === 0 ? html`<p>${say.noShareLinks}</p>` : ui.table({ caption: say.shareLinks, headings, rows })}
<form class="row top" method="post">${hidden}${ui.hiddenField('do', 'share')}
${ui.textField({ name: 'label', label: say.label, maxLength: 100, value: value('label'), errors: problems.label })}
${ui.textField({
  ...{ name: 'expires', label: say.expires, type: 'datetime-local', value: value('expires') },
  ...{ help: say.expiresHelp(timeZone), errors: problems.expires },
})}
${ui.submitButton(say.makeLink, { kind: 'plain' })}
</form></section>`;
}

function rowOf(
  link: rest.Row,
  { edited: { known }, form: { language, hidden } }: { edited: EditedVideo; form: FormState },
): Html[] {
  const say = editWords[language];
  const zone = { language, timeZone: known.engine.timeZone };
  const expiresAt = link.expiresAt as Date;
  const isOver = expiresAt <= known.engine.services.now();
  const label = String(link.label) || `#${String(link.id)}`;
  return [
    html`${label}`,
    html`${ui.time(expiresAt, zone)} ${isOver && ui.badge('warning', say.expired)}`,
    html`${String(link.uses)}`,
    ui.time(link.lastUsedAt as Date | null, zone),
    html`<form method="post">${hidden}${ui.hiddenField('do', 'revoke')}${ui.hiddenField('id', String(link.id))}
<button class="plain" aria-label="${say.revokeNamed(label)}">${say.revoke}</button></form>`,
  ];
}

/** Its address is shown this once. */
async function makeShareLink({ known, video }: EditedVideo, texts: SentTexts): Promise<Done> {
  const { engine, request, language, base } = known;
  const say = editWords[language];
  if (!(await engine.sessions.isFirst(request))) return { done: 'repeated' };
  const expires = textOf(texts, 'expires');
  const members = {
    ...{ video: rest.objectUrl(base, videos.path, video.id), label: textOf(texts, 'label') },
    ...(expires !== '' && { expires }),
  };
  const { once } = await rest.createObject(shareLinks, known, bodyWith(members));
  const address = `${base}${sharedVideoAddress(video, { key: String(once?.key) })}`;
  return {
    shownOnce: html`${ui.notice(
      'good',
      html`<p>${say.linkMade}</p>
<p>${textOf(texts, 'label') || say.shareLinks}${ui.colon(language)}</p>
${ui.copyable(address, { id: 'share-link', language, label: say.copyLink })}`,
    )}`,
  };
}

/** @throws Refusal  404 */
async function revokeShareLink(edited: EditedVideo, texts: SentTexts): Promise<Done> {
  await rest.removeObject(shareLinks, edited.known, await partOf(shareLinks, edited, textOf(texts, 'id')));
  return { done: 'revoked' };
}
