import { type Html, html, submitButton, textArea } from '@campus/pages';
import type { KnownRequest } from '../engine.ts';
import { addressWith } from './addresses.ts';
import type { FormState } from './object-form.ts';
import { formNames } from './page-form.ts';
import { pageWords } from './page-words.ts';

/** Id of the control that holds the JSON. */
export const rawControlId = `raw-${formNames.content}`;

/**
 * The form with which an object is created or changed by JSON.
 *
 * @param state.example  what it holds, unless something else was sent
 */
export function rawForm<Services>(
  state: Pick<FormState<Services>, 'row' | 'csrf' | 'sent' | 'problems'> & { example: unknown },
  { request, language, engine }: KnownRequest<Services>,
): Html {
  const { row, csrf, sent, problems, example } = state;
  const say = pageWords[language];
  const content = sent?.get(formNames.content);
  const send = (method: string, kind: 'primary' | 'plain' = 'primary') =>
    submitButton(method, { kind, formAction: addressWith(request, { [formNames.method]: method }) });
  return html`<form method="post" action="${addressWith(request, {})}">
${csrf}${row === null && engine.sessions.onceField(request)}
${textArea({
  name: formNames.content,
  label: say.content,
  idPrefix: 'raw',
  rows: 12,
  isCode: true,
  focused: content !== undefined,
  value: typeof content === 'string' ? content : JSON.stringify(example, null, 2),
  help: row === null ? undefined : say.replaceHelp,
  errors:
    content === undefined
      ? []
      : Object.entries(problems).flatMap(([name, messages]) =>
          messages.map((message) =>
            name === 'non_field_errors' ? message : `${name}${say.colon}${message}`,
          ),
        ),
})}
<div class="row">${row === null ? submitButton('POST') : html`${send('PUT')} ${send('PATCH', 'plain')}`}</div>
</form>`;
}
