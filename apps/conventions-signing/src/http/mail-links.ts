import type { MailLinks } from '../mail/compose-mail.ts';
import { addresses } from './addresses.ts';

/** Where mails lead, below the public address of the service. */
export function mailLinks(baseUrl: string): MailLinks {
  return {
    account: `${baseUrl}${addresses.ownAccount}`,
    calls: `${baseUrl}${addresses.deliveries}`,
    retention: `${baseUrl}${addresses.retention}`,
    home: `${baseUrl}${addresses.home}`,
  };
}
