import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { mailWords } from './mail-words.ts';

/** Whom mails are from. */
export interface Sender {
  /** Empty: none. */
  name: string;
  address: string;
}

/** A message as it is handed to the library that sends it, which encodes what goes into headers. */
export interface RenderedMail {
  from: Sender;
  to: { name: string; address: string };
  subject: string;
  date: Date;
  messageId: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** One thing that a mail tells. */
export interface MailLine {
  text: string;
  /** Where more of it stands. */
  href?: string | undefined;
}

/** What a mail says, before it is plain text or markup. Links are whole addresses. */
export interface Message {
  subject: string;
  /** One sentence. */
  opening: string;
  lines: readonly MailLine[];
  closing?: string | undefined;
  /** Where the reader goes on; null: nowhere with us. */
  link: ui.Link | null;
}

/** Where a message goes. */
interface Envelope {
  /** The same whenever this mail is sent again: its Message-ID follows from it. */
  id: string;
  language: ui.Language;
  from: Sender;
  to: string;
  createdAt: Date;
  /** The page of the reader's account, where mails are chosen; null: they have none. */
  accountPage: string | null;
}

/** The test message that one asks for on the account page. @param home  the first page of the service */
export function testMessage(language: ui.Language, home: ui.Link): Message {
  const { testSubject: subject, test: opening } = mailWords[language];
  return { subject, opening, lines: [], link: home };
}

/** Writes a mail in the language of its reader, as plain text and as HTML that says the same. */
export function renderMail(
  composed: Message,
  { id, language, from, to, createdAt, accountPage }: Envelope,
): RenderedMail {
  const lines = composed.lines.map((line) => ({ ...line, text: inOneLine(line.text) }));
  const message = { ...composed, subject: inOneLine(composed.subject), lines };
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    subject: message.subject,
    date: createdAt,
    messageId: `<${id}@${host}>`,
    headers: {
      // RFC 3834 §5: no out-of-office note answers it.
      'Auto-Submitted': 'auto-generated',
      ...(accountPage !== null && { 'List-Unsubscribe': `<${accountPage}>` }),
    },
    text: asText(message, language, accountPage),
    html: asHtml(message, language, accountPage).toString(),
  };
}

/** Titles are written by others: none is to look like further lines of the mail, nor to turn around what follows it. */
export function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
}

function asText(
  { opening, lines, closing, link }: Message,
  language: ui.Language,
  accountPage: string | null,
): string {
  const say = mailWords[language];
  const parts = [
    say.hello,
    opening,
    lines.map(({ text, href }) => `- ${text}${href === undefined ? '' : ` (${href})`}`).join('\n'),
    closing ?? '',
    link === null ? '' : `${link.text}${ui.colon(language)}${link.href}`,
    accountPage === null ? '' : `-- \n${say.why}\n${accountPage}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** No colours and no pictures: readers in the dark, and those who let nothing be fetched, see all of it. */
function asHtml(
  { subject, opening, lines, closing, link }: Message,
  language: ui.Language,
  accountPage: string | null,
): Html {
  const say = mailWords[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
<p>${say.hello}</p>
<p>${opening}</p>
${
  lines.length > 0 &&
  html`<ul>${lines.map(
    ({ text, href }) => html`<li>${text}${href !== undefined && html` (<a href="${href}">${href}</a>)`}</li>`,
  )}</ul>`
}
${closing !== undefined && html`<p>${closing}</p>`}
${link !== null && html`<p><a href="${link.href}">${link.text}</a></p>`}
${
  accountPage !== null &&
  html`<hr>
<p>${say.why} <a href="${accountPage}">${say.toAccount}</a></p>`
}
</body>
</html>
`;
}
