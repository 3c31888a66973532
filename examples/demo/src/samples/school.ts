import type { Organisation, Signatory } from '../agreement.ts';

/** The invented university of all samples; each sample names its own part of it. */
export function university(department: string): Organisation {
  return {
    name: 'Université de Valbrume',
    address: '1 place de l’Exemple, 35999 Valbrume',
    department,
    representative: 'Hélène Lefèvre, présidente',
    mail: 'bureau.des.stages@example.edu',
  };
}

/** Signs for the university in all samples. */
export const headOfSchool: Omit<Signatory, 'order'> = {
  name: 'Lefèvre',
  givenname: 'Hélène',
  mail: 'helene.lefevre@example.edu',
  phone: '+33261910010',
  role: 'Cheffe de l’établissement d’enseignement',
};
