import { attributes } from '../attributes.ts';
import type { Html } from '../html.ts';
import type { Language } from '../language/language.ts';

const words = {
  en: {
    sending: 'Sending',
    failed: 'The connection was lost. Nothing is stored; send it again.',
  },
  fr: {
    sending: 'Envoi',
    failed: "La connexion est perdue. Rien n'est conservé ; renvoyez le formulaire.",
  },
} satisfies Record<Language, { sending: string; failed: string }>;

/**
 * The attributes of a form with a file, each with a space before it: `<form${fileFormAttributes(…)}>`. Its progress is
 * shown by `send-form.js`.
 *
 * @param options.askFirst  an address that the script asks before it sends the file: when that leads elsewhere, such as
 *   to a sign-in page, the reader goes there instead
 */
export function fileFormAttributes({
  action,
  language,
  askFirst,
}: {
  action: string;
  language: Language;
  askFirst?: string;
}): Html {
  const { sending, failed } = words[language];
  return attributes({
    method: 'post',
    action,
    enctype: 'multipart/form-data',
    'data-progress': sending,
    'data-failed': failed,
    'data-ask-first': askFirst,
  });
}
