import type { Language } from '@campus/pages';
import type { Role } from '../../../accounts/roles.ts';

const en = {
  service: 'Internship agreements: signatures',
  deliveries: 'Calls',
  operations: 'Operations',
  accounts: 'Accounts',
  fullName: 'Name',
  role: 'Role',
  roles: {
    reader: 'reader: looks, and changes nothing',
    sender: 'sender: also registers and sends for signature',
    administrator: 'administrator: also manages accounts',
  } satisfies Record<Role, string>,
};

type Words = typeof en;

const fr: Words = {
  service: 'Conventions de stage\u00a0: signatures',
  deliveries: 'Appels',
  operations: 'Opérations',
  accounts: 'Comptes',
  fullName: 'Nom',
  role: 'Rôle',
  roles: {
    reader: 'lecteur\u00a0: consulte, sans rien modifier',
    sender: 'expéditeur\u00a0: enregistre et envoie aussi en signature',
    administrator: 'administrateur\u00a0: gère aussi les comptes',
  },
};

/** What stands around the pages of the console. */
export const frameWords = { en, fr } satisfies Record<Language, Words>;
