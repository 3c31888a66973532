import { isEmail } from '@campus/accounts';
import { checkTogether, ParameterError, parameter, timeOfDay } from '@campus/config';
import type { MailServer } from './open-mail-server.ts';
import type { Sender } from './render-mail.ts';

const form =
  'must be smtp://[user:password@]host[:port] or smtps://…, with signs such as @ : / % in them percent-encoded';

/** Where connections never leave the machine. */
const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * Value parser: a mail server. `smtps` has TLS from the first byte; `smtp` goes over to it (STARTTLS) where the server
 * can, and must where there is a password. On the machine itself, without a password, there is none.
 */
export function smtpUrl(given: string): MailServer {
  const text = given.trim();
  const url = /^smtps?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.hostname === '' || !['', '/'].includes(url.pathname))
    throw new ParameterError(form);
  if (url.search !== '' || url.hash !== '') throw new ParameterError(form);
  if ((url.username === '') !== (url.password === ''))
    throw new ParameterError(`${form}: user and password, or neither`);
  const isTls = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const login =
    url.username === '' ? undefined : { user: decoded(url.username), password: decoded(url.password) };
  const isLocal = loopback.includes(host) && login === undefined;
  return {
    host,
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    login,
    tls: isTls ? 'at-once' : login !== undefined ? 'required' : isLocal ? 'none' : 'offered',
  };
}

function decoded(text: string): string {
  try {
    const whole = decodeURIComponent(text);
    if (!/\p{Cc}/u.test(whole)) return whole;
  } catch {
    // Not percent-encoded.
  }
  throw new ParameterError(form);
}

/** Value parser: who mails are from, `signing@university.example` or `Signing office <signing@university.example>`. */
export function mailSender(given: string): Sender {
  const text = given.trim();
  const [, name = '', address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  if (!isEmail(address) || /[\p{Cc}\p{Bidi_Control}"]/u.test(name))
    throw new ParameterError(
      'must be a mail address, such as signing@university.example or Signing office <signing@university.example>',
    );
  return { name: name.trim(), address };
}

/** The parameters of mails. @param example  a sender, as the meaning of `mail.from` names it */
export function mailParameters(example: string) {
  return {
    smtpUrl: parameter(
      'smtp.url',
      'mail server for messages to people with an account who choose them, such as smtp://user:password@mail.university.example:587 or smtps://…; absent: no mail is sent',
      smtpUrl,
      { secret: true },
    ),
    mailFrom: parameter(
      'mail.from',
      `whom mails are from, such as ${example}; goes with smtp.url`,
      mailSender,
    ),
    digestAt: parameter(
      'mail.digest-at',
      'when the daily digest is sent, on the clocks of the time zone that is configured',
      timeOfDay,
      { default: '07:00' },
    ),
  };
}

/** Refuses a mail server without a sender, a sender without a mail server, and mails whose links would begin with nothing. */
export function checkMail(isSet: (key: 'smtpUrl' | 'mailFrom' | 'baseUrl') => boolean) {
  const alone = checkTogether(isSet, { smtpUrl: 'smtp.url', mailFrom: 'mail.from' });
  if (alone.length > 0) return alone;
  if (!isSet('smtpUrl') || isSet('baseUrl')) return [];
  const message = 'smtp.url is set without server.base-url, which the links in mails begin with; set it';
  return [{ parameters: ['baseUrl' as const], message }];
}

/** How mails are sent, and when digests are promised; undefined: not at all. */
export function mailOf({
  smtpUrl: server,
  mailFrom: from,
  digestAt,
}: {
  smtpUrl: MailServer | undefined;
  mailFrom: Sender | undefined;
  digestAt: string;
}) {
  return server === undefined || from === undefined ? undefined : { server, from, digestAt };
}
