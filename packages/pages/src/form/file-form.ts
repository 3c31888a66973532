import { attributes, type Html } from '../html.ts';
import type { Language } from '../language/language.ts';
import { pageWords } from '../page-words.ts';

/**
 * The attributes of a form with a file, each with a space before it: `<form${fileFormAttributes(…)}>`. Its progress is
 * shown by `send-form.js`.
 *
 * @param options.askFirst  an address that the script asks before it sends the file: when that leads elsewhere, such as
 *   to a sign-in page, the reader goes there instead
 */
export function fileFormAttributes(options: { action: string; language: Language; askFirst?: string }): Html {
  const { action, language, askFirst } = options;
  const say = pageWords[language];
  return attributes({
    method: 'post',
    action,
    enctype: 'multipart/form-data',
    'data-progress': say.sending,
    'data-failed': say.notSent,
    'data-ask-first': askFirst,
  });
}
