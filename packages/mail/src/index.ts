export { digestQueue, promiseDigests } from './digests.ts';
export { checkMail, mailOf, mailParameters, mailSender, smtpUrl } from './mail-parameters.ts';
export { type MailContent, type MailDeps, type MailOutcome, type Mails, mailsOf } from './mails.ts';
export { type MailServer, messageMs } from './open-mail-server.ts';
export { ownMailForms, ownMailSection, testMailPauseMs } from './own-mail.ts';
export {
  inOneLine,
  type MailLine,
  type Message,
  type RenderedMail,
  renderMail,
  type Sender,
} from './render-mail.ts';
export {
  declareMailFigures,
  giveUpMailAfterMs,
  type MailSending,
  messagesAtATime,
  type Outbox,
  type Posting,
  startSendingFrom,
  startSendingMails,
} from './send-mails.ts';
