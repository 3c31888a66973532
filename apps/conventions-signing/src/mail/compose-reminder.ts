import { inOneLine, type Message } from '@campus/mail';
import { colon, dayIn, dayText, type Language } from '@campus/pages';
import type { AwaitedSignature } from '../domain/reminder.ts';
import { reminderWords } from './reminder-words.ts';

/** In whose words people are reminded, and on which clocks. */
export interface LetterStyle {
  language: Language;
  timeZone: string;
  /** Above what waits; undefined: our words. */
  text: string | undefined;
}

/** What a letter says to somebody whose signatures are awaited, at least one. */
export function composeReminder(
  signatures: readonly Omit<AwaitedSignature, 'mail'>[],
  { language, timeZone, text }: LetterStyle,
): Message {
  const say = reminderWords[language];
  const lines = signatures.map(({ title, reference, vendorReference, since }) => {
    const facts = [
      reference !== null && `${say.reference}${colon(language)}${reference}`,
      vendorReference !== null && `${say.vendorReference}${colon(language)}${vendorReference}`,
      say.since(dayText(dayIn(since, timeZone), language)),
    ].filter((fact) => fact !== false);
    return { text: `${title} (${facts.join(', ')})` };
  });
  const subject = say.subject(signatures.length, signatures[0]?.title ?? '');
  return { subject, opening: text ?? say.text, lines, link: null };
}

/** The same as a link that opens it in somebody's own mail program (RFC 6068). */
export function reminderLink(
  mails: readonly string[],
  { subject, opening, lines }: Message,
  language: Language,
): string {
  const body = [
    reminderWords[language].hello,
    opening,
    lines.map(({ text }) => `- ${inOneLine(text)}`).join('\r\n'),
  ];
  const to = mails.map(encodeURIComponent).join(',');
  return `mailto:${to}?subject=${encodeURIComponent(inOneLine(subject))}&body=${encodeURIComponent(body.join('\r\n\r\n'))}`;
}
