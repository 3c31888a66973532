import { formText, formTexts } from '@campus/accounts';
import {
  backLink,
  buttonLink,
  hiddenField,
  html,
  instantOfLocal,
  localDateTime,
  notice,
  selectField,
  submitButton,
  textField,
  withQuery,
} from '@campus/pages';
import { countCauses, maxFailingCounted } from '../../../data/failing-calls.ts';
import { personActor } from '../../../data/history.ts';
import { type CallsToRepeat, redeliverMany } from '../../../signing/redeliver.ts';
import { failureCause } from '../../../wire/queries.ts';
import { addresses } from '../../addresses.ts';
import { isUuid } from '../../asked/is-uuid.ts';
import { causeText } from '../deliveries/delivery-parts.ts';
import { deliveryWords } from '../deliveries/delivery-words.ts';
import { askedField, askedIn } from '../forms/asked-field.ts';
import type { ActionDeps, Visit } from '../session/reader.ts';
import { maxAtOnce } from './selection.ts';

type ActionVisit = ActionDeps & Visit;

/** As it was typed: the time in the clocks of the reader. */
interface Typed {
  cause: string;
  since: string;
}

/** Asks before all calls are made again that fail, for a cause and since an instant where the reader wants that. */
export function askToCallMany(visit: ActionVisit): Promise<void> {
  const { request, reader } = visit;
  const given = failureCause.safeParse(request.query.cause);
  const since = instantOfLocal(String(request.query.since ?? ''), reader.timeZone);
  return ask(visit, {
    cause: given.success ? given.data : '',
    since: since === null ? '' : localDateTime(since, reader.timeZone),
  });
}

/** Makes the selected calls again, or all that fail; then the list says how many. */
export async function callMany(visit: ActionVisit): Promise<void> {
  const { request, response, reader, answer } = visit;
  const say = deliveryWords[reader.language];
  const ids = [...new Set(formTexts(request, 'delivery').filter(isUuid))];
  let calls: CallsToRepeat = { ids };
  if (formText(request, 'all') === 'true') {
    const typed = { cause: formText(request, 'cause'), since: formText(request, 'since') };
    const since = typed.since === '' ? undefined : instantOfLocal(typed.since, reader.timeZone);
    if (since === null) return ask(visit, typed, say.sinceProblem);
    const given = failureCause.safeParse(typed.cause);
    calls = { cause: given.success ? given.data : undefined, since };
  } else if (ids.length === 0 || ids.length > maxAtOnce) {
    const problem = ids.length === 0 ? say.nothingSelected : say.tooMany(maxAtOnce);
    const back = buttonLink({ text: say.title, href: addresses.deliveries }, { kind: 'plain' });
    return answer({ title: say.againTitle, main: html`${notice('bad', problem)}<p>${back}</p>` }, 400);
  }
  const { called, left, isMore } = await redeliverMany(visit, {
    calls,
    actor: personActor(reader.account),
    scope: reader.account.scope,
    asked: askedIn(visit),
  });
  const done = { done: 'called-again', called: called.length, left, more: isMore ? 1 : undefined };
  response.redirect(303, withQuery(addresses.deliveries, done));
}

async function ask(visit: ActionVisit, typed: Typed, problem?: string): Promise<void> {
  const { lookups, reader, hasWebhook, csrf, answer } = visit;
  const say = deliveryWords[reader.language];
  const causes = await countCauses(lookups, {
    scope: reader.account.scope,
  });
  const count = causes.reduce((total, one) => total + one.count, 0);
  const shown =
    causes.some((one) => one.cause === typed.cause) || typed.cause === ''
      ? causes
      : [...causes, { cause: typed.cause, count: 0 }];
  const main = html`<div class="sheet"><p>${say.againMeans}</p><p>${say.againCount(count, maxFailingCounted)}</p>
<form method="post" action="${addresses.callAgain}">${csrf()}${hiddenField('all', 'true')}${askedField(reader)}
${selectField({
  name: 'cause',
  label: say.cause,
  choices: shown.map((one) => ({
    value: one.cause,
    label: `${causeText(one.cause, reader.language)} (${one.count})`,
  })),
  value: typed.cause,
  blank: say.anyCause,
})}
${textField({ name: 'since', label: say.since, type: 'datetime-local', value: typed.since, help: say.sinceHelp, errors: problem === undefined ? [] : [problem] })}
<p class="row">${hasWebhook && count > 0 && submitButton(say.againButton)}${backLink(addresses.deliveries, reader.language)}</p>
</form></div>`;
  const breadcrumbs = [{ text: say.title, href: addresses.deliveries }];
  answer({ title: say.againTitle, breadcrumbs, main }, problem === undefined ? 200 : 400);
}
