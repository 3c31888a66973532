import { type Html, html, submitButton, textArea } from '@campus/pages';
import type { FormState } from './object-form.ts';
import { formNames } from './page-form.ts';
import { addressWith, type Sight } from './sight.ts';
import { words } from './words.ts';

/**
 * The form with which an object is created or changed by JSON.
 *
 * @param options.example  what it holds, unless something else was sent
 */
export function rawForm<Services>(
  { row, csrf, sent, problems, example }: FormState<Services> & { example: unknown },
  { request, language }: Sight<Services>,
): Html {
  const say = words[language];
  const content = sent?.get(formNames.content);
  const send = (method: string, kind: 'primary' | 'plain' = 'primary') =>
    submitButton(method, { kind, formAction: addressWith(request, { [formNames.method]: method }) });
  return html`<form method="post" action="${addressWith(request, {})}">
${csrf}
${textArea({
  name: formNames.content,
  label: say.content,
  idPrefix: 'raw',
  rows: 12,
  isCode: true,
  value: typeof content === 'string' ? content : JSON.stringify(example, null, 2),
  help: row === null ? undefined : say.replaceHelp,
  errors:
    content === undefined
      ? []
      : Object.entries(problems).flatMap(([name, messages]) =>
          messages.map((message) => (name === 'non_field_errors' ? message : `${name}: ${message}`)),
        ),
})}
<div class="row">${row === null ? submitButton('POST') : html`${send('PUT')} ${send('PATCH', 'plain')}`}</div>
</form>`;
}
