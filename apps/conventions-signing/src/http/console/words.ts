import type { Language } from '@campus/language';
import type { Role } from '../../accounts/roles.ts';

interface Words {
  service: string;
  agreements: string;
  amendments: string;
  deliveries: string;
  accounts: string;
  fullName: string;
  role: string;
  roles: Record<Role, string>;
}

/** What stands around the pages of the console. */
export const words = {
  en: {
    service: 'Internship agreements: signatures',
    agreements: 'Agreements',
    amendments: 'Amendments',
    deliveries: 'Deliveries',
    accounts: 'Accounts',
    fullName: 'Name',
    role: 'Role',
    roles: {
      reader: 'reader: sees everything',
      sender: 'sender: also registers and sends for signature',
      administrator: 'administrator: also manages accounts',
    },
  },
  fr: {
    service: 'Conventions de stage : signatures',
    agreements: 'Conventions',
    amendments: 'Avenants',
    deliveries: 'Appels',
    accounts: 'Comptes',
    fullName: 'Nom',
    role: 'Rôle',
    roles: {
      reader: 'lecteur : voit tout',
      sender: 'expéditeur : enregistre et envoie aussi en signature',
      administrator: 'administrateur : gère aussi les comptes',
    },
  },
} satisfies Record<Language, Words>;
