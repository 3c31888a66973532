import {
  buttonLink,
  checkbox,
  type Html,
  html,
  live,
  type Page,
  selectedCount,
  selectField,
  submitButton,
  textField,
  withQuery,
} from '@campus/pages';
import type { Request } from 'express';
import { mayDo } from '../../../accounts/roles.ts';
import { listSignables } from '../../../data/list-signables.ts';
import type { Page as PageOfRecords } from '../../../data/page.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { foldedWords } from '../../../signing/fold-text.ts';
import { type SignableKind, signableStates } from '../../../signing/signable.ts';
import { addresses, listAddress, listLiveAddress, segments } from '../../addresses.ts';
import { listQuery } from '../../wire/queries.ts';
import { filterIn, formQuery } from '../forms/form-query.ts';
import { type LivePageDeps, livePage } from '../session/live-page.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { kindWords } from './kind-words.ts';
import { listWords } from './list-words.ts';
import { olderPages } from './older-pages.ts';
import { recordTable } from './record-table.ts';

/** What was ticked is sent by a form outside of the part that is sent anew. */
const formId = 'send-many';

/** The list of a kind with filter and pages, and the part of it that follows what is in flight. */
export function recordList(deps: LivePageDeps, kind: SignableKind) {
  return livePage(deps, {
    look(request, requester) {
      const { q, waiting_for: waitingFor, page_size: size, ...filter } = formQuery(request, listQuery);
      const asked = { ...filter, words: foldedWords(q), waitingForWords: foldedWords(waitingFor), size };
      return listSignables(deps.db.lookups.of(requester), kind, asked);
    },
    page: (visit, found) => visit.answer(listPage(visit, kind, found)),
    part: (request) => ({
      key: `list ${kind} ${JSON.stringify(formQuery(request, listQuery))}`,
      show: ({ results }, reader) => ({
        content: rows(request, { kind, results, reader }),
        isOver: !isInFlight(results),
      }),
    }),
  });
}

function isInFlight(results: SignableSummary[]): boolean {
  return results.some(({ state }) => state === 'signing');
}

function listPage(
  visit: Visit,
  kind: SignableKind,
  { results, before }: PageOfRecords<SignableSummary>,
): Page {
  const { request, reader } = visit;
  const csrf = visit.csrf();
  const say = listWords[reader.language];
  const content = rows(request, { kind, results, reader });
  const source = withQuery(listLiveAddress(kind), filterIn(request, listQuery));
  const main = html`${
    kind === 'agreement' &&
    maySend(reader) &&
    html`<p>${buttonLink({ text: say.register, href: addresses.newAgreement }, { kind: 'plain' })}</p>`
  }${filterForm(request, { kind, reader })}
${isInFlight(results) ? live({ source, label: say.list, language: reader.language }, content) : content}
${before !== null && results.length < formQuery(request, listQuery).page_size && html`<p class="help">${say.onlyNewest}</p>`}
${olderPages(request, { schema: listQuery, path: listAddress(kind), before, reader })}
${
  maySend(reader) &&
  results.length > 0 &&
  html`<form class="row" id="${formId}" method="post" action="${addresses.sendMany}">${csrf}${submitButton(say.send)} ${selectedCount(segments[kind], say.selected)}</form>`
}`;
  return { title: kindWords[reader.language].many[kind], main, scripts: ['live.js', 'select-all.js'] };
}

function rows(
  request: Request,
  { kind, results, reader }: { kind: SignableKind; results: SignableSummary[]; reader: Reader },
): Html {
  const say = listWords[reader.language];
  if (results.length === 0)
    return html`<p>${Object.keys(filterIn(request, listQuery)).length === 0 ? say.none : say.noneFound}</p>`;
  return recordTable(results, {
    caption: kindWords[reader.language].many[kind],
    reader,
    form: maySend(reader) ? { id: formId, name: segments[kind] } : undefined,
  });
}

function maySend({ account }: Reader): boolean {
  return mayDo(account.role, 'send');
}

function filterForm(request: Request, { kind, reader }: { kind: SignableKind; reader: Reader }): Html {
  const say = listWords[reader.language].filter;
  const given = (name: string) => String(request.query[name] ?? '');
  return html`<form class="sheet row" method="get" role="search" aria-label="${say.label}">
${textField({ name: 'q', label: say.words, type: 'search', value: given('q') })}
${selectField({
  name: 'state',
  label: say.state,
  choices: signableStates.map((value) => ({ value, label: say.states[value] })),
  value: given('state'),
  blank: say.anyState,
})}
${textField({ name: 'waiting_for', label: say.waitingForWhom, type: 'search', value: given('waiting_for') })}
${checkbox({ name: 'failed', label: say.failed, checked: given('failed') === 'true' })}
${submitButton(say.apply)} <a href="${listAddress(kind)}">${say.all}</a>
</form>`;
}
