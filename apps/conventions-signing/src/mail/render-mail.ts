import { colon, type Html, html, type Language, type Link } from '@campus/pages';
import type { FailingCause, MailContent } from '../domain/mail-content.ts';
import { mailWords } from './mail-words.ts';

/** Whom mails are from. */
export interface Sender {
  /** Empty: none. */
  name: string;
  address: string;
}

/** Where mails lead, each a whole address of the console. */
export interface MailLinks {
  /** The account page, where mails are chosen. */
  account: string;
  /** Calls that fail. */
  calls: string;
  /** What retention will erase. */
  retention: string;
  /** The first page of the console. */
  home: string;
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

/** What is sent to whom. */
export interface Mail {
  /** The same whenever this mail is sent again: its Message-ID follows from it. */
  id: string;
  content: MailContent;
  language: Language;
  to: string;
  createdAt: Date;
}

interface Line {
  text: string;
  /** Where more of it stands. */
  href?: string;
}

/** What a mail says, before it is plain text or markup. */
interface Said {
  subject: string;
  /** One sentence. */
  opening: string;
  lines: Line[];
  closing?: string;
  link: Link;
}

/** Writes a mail in the language of its reader, as plain text and as HTML that says the same. */
export function renderMail(
  { id, content, language, to, createdAt }: Mail,
  { from, links }: { from: Sender; links: MailLinks },
): RenderedMail {
  const said = whatIsSaid(content, language, links);
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    subject: said.subject,
    date: createdAt,
    messageId: `<${id}@${host}>`,
    headers: {
      // RFC 3834 §5: no out-of-office note answers it.
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${links.account}>`,
    },
    text: asText(said, language, links),
    html: asHtml(said, language, links).toString(),
  };
}

function whatIsSaid(content: MailContent, language: Language, links: MailLinks): Said {
  const say = mailWords[language];
  if (content.kind === 'test') {
    const link = { text: say.toConsole, href: links.home };
    return { subject: say.testSubject, opening: say.test, lines: [], link };
  }
  const toCalls = { text: say.toCalls, href: links.calls };
  if (content.kind === 'failures') {
    const lines = content.causes.flatMap((cause) => linesOf(cause, language));
    const { failuresSubject: subject, failures: opening, noFurther: closing } = say;
    return { subject, opening, lines, closing, link: toCalls };
  }
  const { failing, givenUp, overdue, refused, erasedSoon, erasedFirst = [], signed } = content;
  const named = erasedFirst.map(({ kind, number }) => `${say.kinds[kind]} ${number}`);
  const others = named.length < erasedSoon ? ', …' : '';
  const listed = named.length > 0 ? `${colon(language)}${named.join(', ')}${others}` : '';
  const lines: (Line | false)[] = [
    failing > 0 && { text: say.failing(failing, givenUp) },
    overdue > 0 && { text: say.overdue(overdue) },
    refused > 0 && { text: say.refused(refused) },
    erasedSoon > 0 && { text: `${say.erasedSoon(erasedSoon)}${listed}`, href: links.retention },
    signed > 0 && { text: say.signed(signed) },
  ];
  const link = failing > 0 ? toCalls : { text: say.toConsole, href: links.home };
  return {
    subject: say.digestSubject,
    opening: say.digest,
    lines: lines.filter((line) => line !== false),
    link,
  };
}

function linesOf({ cause, count, hasBegun, givenUp }: FailingCause, language: Language): Line[] {
  const say = mailWords[language];
  const name = say.causes[cause] ?? (/^\d+$/.test(cause) ? `HTTP ${cause}` : cause);
  return [
    ...(hasBegun ? [{ text: say.begun(name, count) }] : []),
    ...(givenUp > 0 ? [{ text: say.givenUp(name, givenUp) }] : []),
  ];
}

function asText({ opening, lines, closing, link }: Said, language: Language, links: MailLinks): string {
  const say = mailWords[language];
  const parts = [
    say.hello,
    opening,
    lines.map(({ text, href }) => `- ${text}${href === undefined ? '' : ` (${href})`}`).join('\n'),
    closing ?? '',
    `${link.text}${colon(language)}${link.href}`,
    `-- \n${say.why}\n${links.account}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** No colours and no pictures: readers in the dark, and those who let nothing be fetched, see all of it. */
function asHtml(
  { subject, opening, lines, closing, link }: Said,
  language: Language,
  links: MailLinks,
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
<p><a href="${link.href}">${link.text}</a></p>
<hr>
<p>${say.why} <a href="${links.account}">${say.toAccount}</a></p>
</body>
</html>
`;
}
