import type { MailLine, Message } from '@campus/mail';
import { colon, type Language, type Link } from '@campus/pages';
import type { FailingCause, MailContent } from '../domain/mail-content.ts';
import { mailWords } from './mail-words.ts';

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

/** The way to the console. */
export function homeLink(language: Language, { home }: MailLinks): Link {
  return { text: mailWords[language].toConsole, href: home };
}

/** What a mail says in the language of its reader. */
export function composeMail(content: MailContent, language: Language, links: MailLinks): Message {
  const say = mailWords[language];
  const toConsole = homeLink(language, links);
  const toCalls = { text: say.toCalls, href: links.calls };
  switch (content.kind) {
    case 'failures': {
      const lines = content.causes.flatMap((cause) => linesOf(cause, language));
      const { failuresSubject: subject, failures: opening, noFurther: closing } = say;
      return { subject, opening, lines, closing, link: toCalls };
    }
    case 'digest': {
      const { failing, givenUp, overdue, refused, erasedSoon, erasedFirst = [], signed } = content;
      const named = erasedFirst.map(({ kind, number }) => `${say.kinds[kind]} ${number}`);
      const others = named.length < erasedSoon ? ', …' : '';
      const listed = named.length > 0 ? `${colon(language)}${named.join(', ')}${others}` : '';
      const lines: (MailLine | false)[] = [
        failing > 0 && { text: say.failing(failing, givenUp) },
        overdue > 0 && { text: say.overdue(overdue) },
        refused > 0 && { text: say.refused(refused) },
        erasedSoon > 0 && { text: `${say.erasedSoon(erasedSoon)}${listed}`, href: links.retention },
        signed > 0 && { text: say.signed(signed) },
      ];
      return {
        subject: say.digestSubject,
        opening: say.digest,
        lines: lines.filter((line) => line !== false),
        link: failing > 0 ? toCalls : toConsole,
      };
    }
  }
}

function linesOf({ cause, count, hasBegun, givenUp }: FailingCause, language: Language): MailLine[] {
  const say = mailWords[language];
  const name = say.causes[cause] ?? (/^\d+$/.test(cause) ? `HTTP ${cause}` : cause);
  return [
    ...(hasBegun ? [{ text: say.begun(name, count) }] : []),
    ...(givenUp > 0 ? [{ text: say.givenUp(name, givenUp) }] : []),
  ];
}
