import type { PersonalData } from '@campus/privacy';
import { personalTables } from '../data/personal-data.ts';
import { people } from './people.ts';

/** What this service keeps about people, and the rule that an administrator is always left. */
export const personalData: PersonalData = {
  accounts: 'accounts',
  tables: personalTables,
  // Administrators alone write it.
  areAddressesProven: true,
  keepOne: people.keepOne,
};
