import type { Language } from '@campus/pages';
import type { Role } from '../../../accounts/roles.ts';

const en = {
  service: 'Internship agreements: signatures',
  deliveries: 'Calls',
  accounts: 'Accounts',
  fullName: 'Name',
  role: 'Role',
  roles: {
    reader: 'reader: sees everything',
    sender: 'sender: also registers and sends for signature',
    administrator: 'administrator: also manages accounts',
  } satisfies Record<Role, string>,
};

type Words = typeof en;

const fr: Words = {
  service: 'Conventions de stage : signatures',
  deliveries: 'Appels',
  accounts: 'Comptes',
  fullName: 'Nom',
  role: 'Rôle',
  roles: {
    reader: 'lecteur : voit tout',
    sender: 'expéditeur : enregistre et envoie aussi en signature',
    administrator: 'administrateur : gère aussi les comptes',
  },
};

/** What stands around the pages of the console. */
export const frameWords = { en, fr } satisfies Record<Language, Words>;
