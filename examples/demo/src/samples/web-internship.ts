import type { Agreement } from '../agreement.ts';
import { type SampleAgreement, sampleAgreement } from '../sample-agreement.ts';
import { headOfSchool, university } from './school.ts';

const agreement: Agreement = {
  title: 'Convention de stage – Camille Moreau',
  reference: '2027-0143',
  drawnUpOn: '2026-11-16',
  drawnUpAt: 'Valbrume',
  school: university('UFR Sciences et technologies, département informatique'),
  host: {
    name: 'Atelier Numérique Exemple SAS',
    siret: '000 000 001 00012',
    address: '12 rue des Démonstrations, 35999 Valbrume',
    activity: 'Édition de logiciels',
    department: 'Équipe Plateforme web',
    representative: 'Marc Dubœuf, directeur général',
    mail: 'contact@example.com',
  },
  student: {
    fullName: 'Camille Moreau',
    bornOn: '2004-05-12',
    number: 'VB-2024-01877',
    address: '8 allée des Tilleuls, 35999 Valbrume',
    programme: 'Master 2 Génie logiciel',
    mail: 'camille.moreau@example.edu',
  },
  internship: {
    subject: 'Accessibilité et performance d’un service de réservation en ligne',
    missions: [
      'auditer les parcours de réservation au regard du référentiel général d’amélioration de l’accessibilité (RGAA) ;',
      'corriger les défauts relevés, puis en vérifier les effets auprès d’utilisatrices et d’utilisateurs ;',
      'mesurer les temps de réponse et proposer des améliorations chiffrées ;',
      'documenter les choix et les présenter à l’équipe à la fin de chaque mois.',
    ],
    startsOn: '2027-02-01',
    endsOn: '2027-07-30',
    weeklyHours: 35,
    totalHours: 882,
    schedule: 'du lundi au vendredi, de 9 h à 12 h 30 et de 13 h 30 à 17 h, hors jours fériés',
    place: '12 rue des Démonstrations, 35999 Valbrume',
    hourlyAllowanceEuros: 4.5,
    benefits:
      'titres-restaurant d’une valeur de 9 € par jour de présence ; prise en charge de la moitié de l’abonnement de transport',
    evaluation:
      'Le stage donne lieu à un rapport écrit et à une soutenance devant un jury, et compte pour 30 crédits européens (ECTS). Le tuteur de stage remplit une fiche d’évaluation de l’activité.',
  },
  teacher: {
    fullName: 'Jérôme Castel',
    capacity: 'maître de conférences',
    mail: 'jerome.castel@example.edu',
  },
  tutor: { fullName: 'Inès Garnier', capacity: 'responsable technique', mail: 'ines.garnier@example.com' },
  signatories: [
    {
      name: 'Moreau',
      givenname: 'Camille',
      mail: 'camille.moreau@example.edu',
      phone: '+33639980101',
      order: 1,
      role: 'Étudiante stagiaire',
    },
    {
      name: 'Castel',
      givenname: 'Jérôme',
      mail: 'jerome.castel@example.edu',
      phone: '+33261910021',
      order: 2,
      role: 'Enseignant référent',
    },
    {
      name: 'Garnier',
      givenname: 'Inès',
      mail: 'ines.garnier@example.com',
      phone: '+33639980134',
      order: 3,
      role: 'Tutrice de stage',
    },
    {
      name: 'Dubœuf',
      givenname: 'Marc',
      mail: 'marc.duboeuf@example.com',
      phone: '+33199000045',
      order: 4,
      role: 'Signataire de l’organisme d’accueil',
    },
    { ...headOfSchool, order: 5 },
  ],
};

/** Six months in a company; five signatories, one after the other. */
export const webInternship: SampleAgreement = sampleAgreement({
  agreement,
  workflowId: 'convention-5-signataires',
  watchers: ['bureau.des.stages@example.edu'],
});
