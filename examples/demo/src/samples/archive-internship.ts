import type { Agreement } from '../agreement.ts';
import { type SampleAgreement, sampleAgreement } from '../sample-agreement.ts';
import { headOfSchool, university } from './school.ts';

const agreement: Agreement = {
  title: 'Convention de stage – Éloïse Roy-Lacœur',
  reference: '2027-0171',
  drawnUpOn: '2026-11-20',
  drawnUpAt: 'Valbrume',
  school: university('UFR Lettres et sciences humaines'),
  host: {
    name: 'Archives de l’Exemple (association)',
    siret: '000 000 003 00010',
    address: '3 cour du Parchemin, 56999 Port-Témoin',
    activity: 'Conservation et valorisation du patrimoine',
    department: 'Fonds photographiques',
    representative: 'Gaël Prévôt, directeur',
    mail: 'accueil@example.org',
  },
  student: {
    fullName: 'Éloïse Roy-Lacœur',
    bornOn: '2006-01-23',
    number: 'VB-2025-00402',
    address: '15 rue du Guet, 35999 Valbrume',
    programme: 'Licence 2 Histoire',
    mail: 'eloise.roylacoeur@example.edu',
  },
  internship: {
    subject: 'Inventaire d’un fonds de plaques photographiques',
    missions: [
      'décrire et coter les plaques selon les normes en usage ;',
      'numériser une sélection de cent vues ;',
      'rédiger les notices d’une exposition en ligne.',
    ],
    startsOn: '2027-06-07',
    endsOn: '2027-07-30',
    weeklyHours: 35,
    totalHours: 273,
    schedule: 'du lundi au vendredi, de 9 h 30 à 12 h 30 et de 13 h 30 à 17 h 30, hors jours fériés',
    place: '3 cour du Parchemin, 56999 Port-Témoin',
    hourlyAllowanceEuros: null,
    benefits: 'remboursement des frais de transport sur justificatif',
    evaluation:
      'Le stage donne lieu à un dossier de dix pages, évalué par l’enseignant référent, et compte pour 3 crédits européens (ECTS).',
  },
  teacher: { fullName: 'Zoé Abadie', capacity: 'maîtresse de conférences', mail: 'zoe.abadie@example.edu' },
  tutor: { fullName: 'Gaël Prévôt', capacity: 'directeur', mail: 'gael.prevot@example.org' },
  signatories: [
    {
      name: 'Roy-Lacœur',
      givenname: 'Éloïse',
      mail: 'eloise.roylacoeur@example.edu',
      phone: '+33639980303',
      order: 1,
      role: 'Étudiante stagiaire',
    },
    {
      name: 'Abadie',
      givenname: 'Zoé',
      mail: 'zoe.abadie@example.edu',
      phone: '+33261910034',
      order: 2,
      role: 'Enseignante référente',
    },
    {
      name: 'Prévôt',
      givenname: 'Gaël',
      mail: 'gael.prevot@example.org',
      phone: null,
      order: 3,
      role: 'Tuteur de stage et signataire de l’organisme d’accueil',
    },
    { ...headOfSchool, order: 4 },
  ],
};

/** Two months in a small association, without allowance: four signatories, nobody who only watches. */
export const archiveInternship: SampleAgreement = sampleAgreement({
  agreement,
  workflowId: '',
  watchers: [],
});
