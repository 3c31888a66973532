import type { MailLine, Message } from '@campus/mail';
import type { Language, Link } from '@campus/pages';
import type { EndedEncodings, MailContent, OperatorNews } from '../domain/mail-content.ts';
import { mailWords } from './mail-words.ts';

/** Where mails lead, each a whole address. */
export interface MailLinks {
  /** The account page, where mails are chosen. */
  account: string;
  /** The videos of the reader. */
  videos: string;
  /** The workers. */
  workers: string;
  /** The first page of the platform. */
  home: string;
  /** The page of a webhook. */
  webhook(id: number): string;
  /** The page of a video. */
  video(slug: string): string;
}

/** The way to the platform. */
export function homeLink(language: Language, { home }: MailLinks): Link {
  return { text: mailWords[language].toPlatform, href: home };
}

/** What a mail says in the language of its reader. */
export function composeMail(content: MailContent, language: Language, links: MailLinks): Message {
  const say = mailWords[language];
  switch (content.kind) {
    case 'operation':
      return {
        subject: say.operationSubject,
        opening: say.operation,
        lines: operatorLines(content, language, links),
        closing: say.noFurther,
        link: homeLink(language, links),
      };
    case 'digest':
    case 'encodings': {
      const isDigest = content.kind === 'digest';
      return {
        subject: isDigest ? say.digestSubject : say.encodingsSubject(content.encoded, content.failed),
        opening: isDigest ? say.digest : say.encodings,
        lines: videoLines(content, language, links),
        link: { text: say.toVideos, href: links.videos },
      };
    }
  }
}

function videoLines(
  { encoded, failed, videos }: EndedEncodings,
  language: Language,
  links: MailLinks,
): MailLine[] {
  const say = mailWords[language];
  const others = encoded + failed - videos.length;
  return [
    ...videos.map(({ slug, title, hasFailed }) => ({
      text: hasFailed ? say.failed(title) : say.encoded(title),
      href: links.video(slug),
    })),
    ...(others > 0 ? [{ text: say.others(others) }] : []),
  ];
}

function operatorLines(
  { lostWorkers, webhooks = [], isShortOfSpace }: OperatorNews,
  language: Language,
  links: MailLinks,
): MailLine[] {
  const say = mailWords[language];
  return [
    ...lostWorkers.map((name) => ({ text: say.lostWorker(name), href: links.workers })),
    ...webhooks.map(({ id, host }) => ({ text: say.webhookOff(host), href: links.webhook(id) })),
    ...(isShortOfSpace ? [{ text: say.shortOfSpace }] : []),
  ];
}
