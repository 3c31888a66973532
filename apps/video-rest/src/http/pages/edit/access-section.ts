import { checkbox, html, submitButton, textField } from '@campus/pages';
import { changeObject, showContext, showRow } from '@campus/rest';
import { accessGroups } from '../../resources/access-groups.ts';
import { videos } from '../../resources/videos.ts';
import { term } from '../glossary/term.ts';
import { editWords } from './edit-words.ts';
import { allChoices, checkList } from './form-parts.ts';
import type { Section } from './section.ts';
import { bodyWith, isTicked, textOf } from './sent-form.ts';
import { makeShareLink, revokeShareLink, shareLinksPart } from './share-links-part.ts';
import { membersOfVisibility, visibilityField, visibilityOf } from './visibility.ts';

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
    const own = showRow(videos, row, showContext(known));
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
${textField({
  ...{ name: 'password', label: say.password, type: 'password', autocomplete: 'new-password' },
  ...{ help: hasPassword ? say.passwordIs : say.noPasswordIs, errors: problems.password },
})}
${hasPassword && checkbox({ name: 'no_password', label: say.noPassword, checked: asksForNone })}
${checkbox({ name: 'allow_downloading', label: say.allowDownloading, checked: mayDownload, errors: problems.allow_downloading })}
${submitButton(say.save)}
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
    await changeObject(videos, known, { body, mode: 'patch', row });
    return { done: 'saved' };
  },
};
