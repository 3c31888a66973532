import type { PersonalData } from '@campus/privacy';
import { personalTables } from '../data/personal-data.ts';
import { people } from './people.ts';

/** What this service keeps about people, and the rule that a superuser is always left. */
export const personalData: PersonalData = {
  accounts: 'users',
  tables: personalTables,
  // People write it themselves.
  areAddressesProven: false,
  keepOne: people.keepOne,
};
