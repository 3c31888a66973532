import type { Agreement, Amendment, Signatory } from '../agreement.ts';
import { type SampleAgreement, sampleAgreement } from '../sample-agreement.ts';
import { headOfSchool, university } from './school.ts';

const student: Omit<Signatory, 'order'> = {
  name: 'Benali',
  givenname: 'Yanis',
  mail: 'yanis.benali@example.edu',
  phone: '+33639980202',
  role: 'Étudiant stagiaire',
};

const teacher: Omit<Signatory, 'order'> = {
  name: 'Østergård',
  givenname: 'Maëlle',
  mail: 'maelle.ostergard@example.edu',
  phone: null,
  role: 'Enseignante référente',
};

const hostSignatory: Omit<Signatory, 'order'> = {
  name: 'N’Diaye',
  givenname: 'Aïssatou',
  mail: 'aissatou.ndiaye@example.org',
  phone: '+33199000061',
  role: 'Signataire de l’organisme d’accueil',
};

const agreement: Agreement = {
  title: 'Convention de stage – Yanis Benali',
  reference: '2027-0158',
  drawnUpOn: '2026-11-18',
  drawnUpAt: 'Valbrume',
  school: university('UFR Sciences de la vie'),
  host: {
    name: 'Laboratoire Exemplis',
    siret: '000 000 002 00011',
    address: '4 chemin de l’Éprouvette, 44999 Grèves-sur-Loire',
    activity: 'Recherche en biologie marine',
    department: 'Plateforme de microscopie',
    representative: 'Aïssatou N’Diaye, directrice',
    mail: 'secretariat@example.org',
  },
  student: {
    fullName: 'Yanis Benali',
    bornOn: '2005-09-01',
    number: 'VB-2024-02310',
    address: '27 boulevard des Goélands, 35999 Valbrume',
    programme: 'Licence 3 Biologie des organismes',
    mail: student.mail,
  },
  internship: {
    subject: 'Suivi du phytoplancton côtier par imagerie automatisée',
    missions: [
      'préparer les échantillons prélevés chaque semaine et en tenir le registre ;',
      'acquérir les images au microscope et contrôler leur qualité ;',
      'comparer les comptages automatiques aux comptages manuels.',
    ],
    startsOn: '2027-04-05',
    endsOn: '2027-06-25',
    weeklyHours: 35,
    totalHours: 406,
    schedule: 'du lundi au vendredi, de 8 h 30 à 12 h et de 13 h à 16 h 30, hors jours fériés',
    place: '4 chemin de l’Éprouvette, 44999 Grèves-sur-Loire',
    hourlyAllowanceEuros: 4.5,
    benefits: 'accès au restaurant d’entreprise au tarif des salariés',
    evaluation:
      'Le stage donne lieu à un rapport écrit d’une vingtaine de pages et compte pour 12 crédits européens (ECTS). Le tuteur de stage remplit une fiche d’évaluation de l’activité.',
  },
  teacher: { fullName: 'Maëlle Østergård', capacity: 'professeure des universités', mail: teacher.mail },
  tutor: { fullName: 'Loïc Quéméner', capacity: 'ingénieur d’études', mail: 'loic.quemener@example.org' },
  signatories: [
    { ...student, order: 1 },
    { ...teacher, order: 2 },
    {
      name: 'Quéméner',
      givenname: 'Loïc',
      mail: 'loic.quemener@example.org',
      phone: '+33639980240',
      order: 2,
      role: 'Tuteur de stage',
    },
    { ...hostSignatory, order: 3 },
    { ...headOfSchool, order: 4 },
  ],
};

const amendment: Amendment = {
  title: 'Avenant n° 1 – Yanis Benali – Laboratoire Exemplis',
  reference: '2027-0158-1',
  drawnUpOn: '2026-11-20',
  drawnUpAt: 'Valbrume',
  agreement,
  reason:
    'À la demande de l’organisme d’accueil, et avec l’accord de toutes les parties, la période du stage est prolongée et le tuteur de stage est remplacé.',
  changes: [
    {
      heading: 'Dates et durée (modifie l’article 3 de la convention)',
      paragraphs: [
        'Le stage, prévu du 5 avril 2027 au 25 juin 2027, prend fin le 9 juillet 2027. La présence effective est portée de 406 heures à 476 heures au total ; la durée hebdomadaire reste fixée à 35 heures.',
      ],
    },
    {
      heading: 'Encadrement (modifie l’article 4 de la convention)',
      paragraphs: [
        'À compter de la date d’effet du présent avenant, Noémie Sœurdevaux, ingénieure de recherche (noemie.soeurdevaux@example.org), est tutrice de stage en remplacement de Loïc Quéméner.',
      ],
    },
    {
      heading: 'Gratification (modifie l’article 5 de la convention)',
      paragraphs: [
        'La gratification de 4,50 € par heure de présence effective est versée jusqu’à la nouvelle date de fin du stage.',
      ],
    },
  ],
  effectiveOn: '2027-04-05',
  signatories: [
    { ...student, order: 1 },
    { ...teacher, order: 2 },
    {
      name: 'Sœurdevaux',
      givenname: 'Noémie',
      mail: 'noemie.soeurdevaux@example.org',
      phone: '+33639980251',
      order: 2,
      role: 'Nouvelle tutrice de stage',
    },
    { ...hostSignatory, order: 3 },
    { ...headOfSchool, order: 4 },
  ],
};

/** Three months in a laboratory; teacher and tutor sign in parallel; an amendment with a tutor of its own. */
export const laboratoryInternship: SampleAgreement = sampleAgreement({
  agreement,
  amendments: [amendment],
  workflowId: 'convention-parallele',
  watchers: ['bureau.des.stages@example.edu', 'scolarite@example.edu'],
});
