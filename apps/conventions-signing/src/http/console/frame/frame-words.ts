import { inEachLanguage, type Pair } from '@campus/pages';
import type { Role } from '../../../domain/roles.ts';

/** What stands around the pages of the console. */
export const frameWords = inEachLanguage({
  service: ['Internship agreements: signatures', 'Conventions de stage\u00a0: signatures'],
  deliveries: ['Calls', 'Appels'],
  operations: ['Operations', 'Opérations'],
  accounts: ['Accounts', 'Comptes'],
  fullName: ['Name', 'Nom'],
  role: ['Role', 'Rôle'],
  roles: {
    reader: ['reader: looks, and changes nothing', 'lecteur\u00a0: consulte, sans rien modifier'],
    sender: [
      'sender: also registers and sends for signature',
      'expéditeur\u00a0: enregistre et envoie aussi en signature',
    ],
    administrator: ['administrator: also manages accounts', 'administrateur\u00a0: gère aussi les comptes'],
  } satisfies Record<Role, Pair>,
});
