import { type Mask, maskFor } from '@campus/deliveries';
import type { RenderedMail } from './render-mail.ts';

/** How the server is reached that takes mails; see `smtpUrl`. */
export interface MailServer {
  host: string;
  port: number;
  login: { user: string; password: string } | undefined;
  tls: 'at-once' | 'required' | 'offered' | 'none';
}

/** Why the server did not take a message. */
interface MailFailure {
  /** Whether it will not take this message later either. */
  isForGood: boolean;
  /** The code of the network or of the client, and what the server said; neither address nor login stands in it. */
  reason: string;
}

/** Sends one message; null when the server has taken it. */
export type SendMessage = (message: RenderedMail, signal: AbortSignal) => Promise<MailFailure | null>;

const secondMs = 1000;

/** A message has this long, whatever the server does. */
export const messageMs = 60 * secondMs;

const maxReasonCharacters = 300;

/** Where messages go: each on a connection of its own, which a digest a day and a few mails an hour do not mind. */
export function openMailServer({ host, port, login, tls }: MailServer): SendMessage {
  const options = {
    host,
    port,
    secure: tls === 'at-once',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    dnsTimeout: 10 * secondMs,
    socketTimeout: 30 * secondMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login && { auth: { user: login.user, pass: login.password } }),
  };
  // What a server may repeat: AUTH PLAIN sends both in one (RFC 4616 §2), AUTH LOGIN the password alone.
  const mask = maskFor(login === undefined ? [] : [`\0${login.user}\0${login.password}`, login.password]);
  return async (message, signal) => {
    // With the first message: few processes ever send one.
    const { createTransport } = await import('nodemailer');
    const within = AbortSignal.any([signal, AbortSignal.timeout(messageMs)]);
    try {
      await createTransport(options).sendMail({ ...message, signal: within });
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return failureOf(error, mask);
    }
  };
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  permanent?: boolean;
  message: string;
}

function failureOf(error: unknown, mask: Mask): MailFailure {
  if (!(error instanceof Error)) throw error;
  const { code, response, permanent, message }: SmtpError = error;
  // A login that is refused is for the operator to mend, and no fault of the message.
  const isForGood = permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const said = `${code ?? 'error'}: ${mask(response ?? message)}`;
  const reason = said.replace(/\s+/g, ' ').replace(/[^\s<>]+@[^\s<>]+/g, '…');
  return { isForGood, reason: reason.replace(/\p{Cc}/gu, '').slice(0, maxReasonCharacters) };
}
