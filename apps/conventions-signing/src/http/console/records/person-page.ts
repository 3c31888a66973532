import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { listSignables } from '../../../data/list-signables.ts';
import { findLongestAwaited } from '../../../data/longest-awaited.ts';
import { findLastReminder } from '../../../data/reminders.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { mayDo } from '../../../domain/roles.ts';
import { sameMail, signableKinds } from '../../../domain/signable.ts';
import { composeReminder, reminderLink } from '../../../mail/compose-reminder.ts';
import { progressOf, stageOf } from '../../../signing/stage.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { personQuery } from '../../../wire/queries.ts';
import { addresses, listAddress, recordAddress } from '../../addresses.ts';
import { formQuery } from '../../asked/query-in.ts';
import { listWords } from '../../said/list-words.ts';
import { recordLink } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import { actionWords } from '../actions/action-words.ts';
import type { MailDeps, Visit } from '../session/reader.ts';
import { awaitedTable } from './awaited-table.ts';
import { personWords } from './person-words.ts';
import { dueText, howLong, stageBadge } from './stage-badge.ts';

const maxOfKind = 50;

/** People of the list. */
const maxPeople = 100;

/** What waits for the person that the address names, or the people who are awaited. */
export async function personPage(visit: MailDeps & Visit): Promise<void> {
  const { waiting_for: mail } = formQuery(visit.request, personQuery);
  if (mail === undefined) await listPeople(visit);
  else await showPerson(visit, mail);
}

async function listPeople({ lookups, reader, answer }: Visit & MailDeps): Promise<void> {
  const { account, language, now } = reader;
  const say = personWords[language];
  const people = await findLongestAwaited(lookups, { limit: maxPeople, now, scope: account.scope });
  const main = html`${people.length === maxPeople && html`<p>${say.firstPeople(maxPeople)}</p>`}
${awaitedTable(people, reader)}`;
  answer({ title: say.people, main, styles: ['lists.css'] });
}

/** What waits for a person, since when, and how to reach them. */
async function showPerson(visit: MailDeps & Visit, mail: string): Promise<void> {
  const { lookups, request, reader, answer } = visit;
  const { language } = reader;
  const say = personWords[language];
  const filter = { state: 'signing', waitingFor: mail, scope: reader.account.scope } as const;
  const found = await Promise.all(
    signableKinds.map((kind) => listSignables(lookups, kind, { ...filter, size: maxOfKind })),
  );
  const last = await findLastReminder(lookups, mail);
  const waiting = found
    .flatMap(({ results }) => results)
    .map((row) => ({ row, since: progressOf(row, reader.now).waitingSince ?? reader.now }))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
  // Of the others the signing application has not told them yet.
  const heard = waiting.filter(({ row }) => stageOf(row) === 'signing');
  const people = waiting.flatMap(({ row }) => row.signatories.filter((one) => sameMail(one.mail, mail)));
  const names = [...new Set(people.map(({ givenName, name }) => `${givenName} ${name}`))];
  // A secretariat signs for several.
  const [name = mail] = names.length > 1 ? [] : names;
  const phones = [...new Set(people.flatMap(({ phone }) => phone ?? []))];
  const isMore = found.some(({ before }) => before !== null);
  const count = new Intl.NumberFormat(language).format(waiting.length);
  const main =
    waiting.length === 0
      ? ui.emptyState(say.nothing, { because: 'done' })
      : html`<div class="sheet">${ui.facts([
          names.length > 1 && [say.names, names.join(', ')],
          [say.mail, html`<a href="mailto:${encodeURIComponent(mail)}">${mail}</a>`],
          phones.length > 0 && [
            say.phone,
            html`${phones.map((phone) => html`<a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a> `)}`,
          ],
          last !== null && [say.lastReminded, ui.time(last.at, reader)],
        ])}</div>
${heard.length > 0 && remindAll(visit, { mail, rows: heard, againOn: last?.againOn })}
<p>${isMore ? say.first(maxOfKind) : say.waits(count, waiting.length)}</p>
${isMore && html`<p class="row">${signableKinds.map((kind) => ui.buttonLink({ text: kindWords[language].many[kind], href: ui.withQuery(listAddress(kind), { state: 'signing', waiting_for: mail }) }, { kind: 'plain' }))}</p>`}
${ui.table({
  caption: say.title(name),
  headings: [kindWords[language].either, listWords[language].state, listWords[language].forHowLong],
  rows: waiting.map(({ row, since }) => [
    html`${recordLink(row, language)}${row.reference !== null && html`<br><span class="quiet">${row.reference}</span>`}`,
    html`${stageBadge(row, language)} ${dueText(row, reader)}`,
    html`${howLong(since, reader)}<br>${ui.time(since, reader)}`,
  ]),
})}`;
  const outcome = ui.outcomeNotice(request.query.done, actionWords[language].outcomes);
  const places = String(request.query.left_out ?? '').split(',');
  const leftOut = waiting.filter(({ row }) => places.includes(recordAddress(row)));
  answer({
    title: say.title(name),
    breadcrumbs: [{ text: say.people, href: addresses.person }],
    main: html`${outcome}${leftOut.length > 0 && ui.notice('info', html`${say.leftOut}${leftOut.map(({ row }) => html`<br>${recordLink(row, language)}`)}`)}${main}`,
    styles: ['lists.css'],
  });
}

/**
 * The button that reminds of all that is shown: by the service, or in the reader's own mail program; or from when on it
 * is there again.
 */
function remindAll(
  { hasMail, letters, reader, csrf }: MailDeps & Visit,
  {
    mail,
    rows,
    againOn = '',
  }: {
    mail: string;
    rows: readonly { row: SignableSummary; since: Date }[];
    againOn: string | undefined;
  },
): Html | false {
  if (!mayDo(reader.account.role, 'send')) return false;
  const text = listWords[reader.language].remind;
  if (hasMail && againOn > ui.dayIn(reader.now, reader.timeZone))
    return html`<p>${personWords[reader.language].againOn(ui.dayText(againOn, reader.language))}</p>`;
  if (hasMail)
    return html`<form method="post" action="${addresses.remindPerson}">${csrf()}${ui.hiddenField('waiting_for', mail)}${rows.map(({ row }) => ui.hiddenField(segments[row.kind], String(row.number)))}${ui.submitButton(text)}</form>`;
  const signatures = rows.map(({ row: { title, reference }, since }) => ({
    title,
    reference,
    // Lists do not read it.
    vendorReference: null,
    since,
  }));
  const letter = composeReminder(signatures, letters);
  return html`<p>${ui.buttonLink({ text, href: reminderLink([mail], letter, letters.language) })}</p>`;
}
