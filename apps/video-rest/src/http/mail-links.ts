import type { MailLinks } from '../mail/compose-mail.ts';
import { addresses, videoAddress, webhookAddress } from './addresses.ts';

/** Where mails lead, below the public address of the service. */
export function mailLinks(baseUrl: string): MailLinks {
  return {
    account: `${baseUrl}${addresses.ownAccount}`,
    videos: `${baseUrl}${addresses.videos}`,
    workers: `${baseUrl}${addresses.workers}`,
    home: `${baseUrl}/`,
    webhook: (id) => `${baseUrl}${webhookAddress({ id })}`,
    video: (slug) => `${baseUrl}${videoAddress({ slug })}`,
  };
}
