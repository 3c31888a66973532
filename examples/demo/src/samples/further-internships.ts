import type { Agreement } from '../agreement.ts';
import { type SampleAgreement, sampleAgreement } from '../sample-agreement.ts';
import { headOfSchool, university } from './school.ts';

/** What the further internships differ in; all else follows from it. */
interface Internship {
  student: string;
  isWoman: boolean;
  programme: string;
  department: string;
  host: string;
  subject: string;
  /** Index into `periods`. */
  period: number;
  teacher: string;
  tutor: string;
  workflowId: string;
  fate: SampleAgreement['fate'];
}

const periods = [
  { startsOn: '2027-01-11', endsOn: '2027-03-05', weeks: 8 },
  { startsOn: '2027-02-01', endsOn: '2027-03-26', weeks: 8 },
  { startsOn: '2027-03-01', endsOn: '2027-04-23', weeks: 8 },
  { startsOn: '2027-05-03', endsOn: '2027-06-25', weeks: 8 },
] as const;

const sciences = 'UFR Sciences et techniques';
const letters = 'UFR Lettres et sciences humaines';
const law = 'UFR Droit et économie';

/** Its signatories all sign; those of `waits-after-2` and the like let others wait after so many, or refuse. */
const circuit = 'convention-3-signataires';

/** Student, programme, department, host organisation, subject, teacher, tutor; then circuit and what becomes of it. */
const further: readonly Internship[] = [
  internship(
    'Inès Cordier',
    'f',
    'Licence 3 Informatique',
    sciences,
    'Bureau Cartographe',
    'Cartes interactives des sentiers côtiers',
    0,
    'Jérôme Castel',
    'Solène Aubry',
    circuit,
    'sent',
  ),
  internship(
    'Malo Keroual',
    'm',
    'Licence 3 Physique',
    sciences,
    'Observatoire du Cap',
    'Étalonnage d’un photomètre',
    1,
    'Maëlle Østergård',
    'Bruno Teil',
    circuit,
    'sent',
  ),
  internship(
    'Awa Diallo',
    'f',
    'Master 1 Droit public',
    law,
    'Mairie de Port-Témoin',
    'Suivi des marchés publics',
    2,
    'Paul Verdun',
    'Nadia Rahmani',
    'waits-after-1',
    'sent',
  ),
  internship(
    'Hugo Lemoal',
    'm',
    'Licence 2 Géographie',
    letters,
    'Agence des Littoraux',
    'Relevés de l’érosion des dunes',
    3,
    'Zoé Abadie',
    'Yann Prigent',
    circuit,
    'registered',
  ),
  internship(
    'Chloé Bastide',
    'f',
    'Master 2 Chimie',
    sciences,
    'Laboratoire Exemplis',
    'Dosage de pesticides par chromatographie',
    0,
    'Maëlle Østergård',
    'Aïssatou N’Diaye',
    circuit,
    'sent',
  ),
  internship(
    'Rayan Haddad',
    'm',
    'Licence 3 Économie',
    law,
    'Coopérative des Halles',
    'Étude des circuits courts',
    1,
    'Paul Verdun',
    'Lucie Garrec',
    'waits-after-2',
    'sent',
  ),
  internship(
    'Manon Le Bihan',
    'f',
    'Licence 3 Histoire',
    letters,
    'Musée de la Rade',
    'Inventaire des maquettes de navires',
    2,
    'Zoé Abadie',
    'Erwan Salaün',
    circuit,
    'sent',
  ),
  internship(
    'Noé Fontanel',
    'm',
    'Master 1 Informatique',
    sciences,
    'Atelier Numérique Exemple',
    'Accessibilité d’un portail de services',
    3,
    'Jérôme Castel',
    'Inès Garnier',
    circuit,
    'registered',
  ),
  internship(
    'Sarah Benchetrit',
    'f',
    'Licence 3 Biologie',
    sciences,
    'Ferme des Salines',
    'Suivi de la qualité des bassins',
    0,
    'Maëlle Østergård',
    'Goulven Tanguy',
    'waits-after-0',
    'sent',
  ),
  internship(
    'Lucas Morvan',
    'm',
    'Licence 2 Lettres modernes',
    letters,
    'Éditions du Phare',
    'Relecture d’un recueil de nouvelles',
    1,
    'Zoé Abadie',
    'Claire Delmas',
    circuit,
    'sent',
  ),
  internship(
    'Jade Rivoal',
    'f',
    'Master 2 Mathématiques',
    sciences,
    'Mutuelle du Ponant',
    'Modèles de provisionnement',
    2,
    'Jérôme Castel',
    'Denis Floc’h',
    circuit,
    'refused',
  ),
  internship(
    'Tom Guillemot',
    'm',
    'Licence 3 Informatique',
    sciences,
    'Clinique des Ormes',
    'Tableau de bord des lits',
    3,
    'Jérôme Castel',
    'Agnès Perrot',
    'waits-after-1',
    'sent',
  ),
  internship(
    'Léa Marchand',
    'f',
    'Master 1 Psychologie',
    letters,
    'Centre de l’Estran',
    'Entretiens avec des aidants',
    0,
    'Zoé Abadie',
    'Karim Saïdi',
    circuit,
    'sent',
  ),
  internship(
    'Ewen Cariou',
    'm',
    'Licence 3 Droit',
    law,
    'Étude notariale du Port',
    'Classement d’actes anciens',
    1,
    'Paul Verdun',
    'Mona Lagadec',
    'waits-after-2',
    'sent',
  ),
  internship(
    'Nour El Amrani',
    'f',
    'Master 2 Énergies',
    sciences,
    'Régie des Eaux vives',
    'Bilan d’une pompe à chaleur',
    2,
    'Maëlle Østergård',
    'Thomas Raguénès',
    circuit,
    'sent',
  ),
  internship(
    'Arthur Pennec',
    'm',
    'Licence 2 Musicologie',
    letters,
    'Conservatoire de Grèves',
    'Numérisation de partitions',
    3,
    'Zoé Abadie',
    'Judith Morel',
    circuit,
    'registered',
  ),
  internship(
    'Camille Joubert',
    'f',
    'Master 1 Statistique',
    sciences,
    'Institut des Enquêtes',
    'Redressement d’un échantillon',
    0,
    'Jérôme Castel',
    'Pierre Abgrall',
    'waits-after-1',
    'taken back',
  ),
  internship(
    'Yanis Oualid',
    'm',
    'Licence 3 Chimie',
    sciences,
    'Savonnerie du Quai',
    'Formulation de tensioactifs',
    1,
    'Maëlle Østergård',
    'Rozenn Kervella',
    circuit,
    'sent',
  ),
  internship(
    'Alice Tréhin',
    'f',
    'Master 2 Droit social',
    law,
    'Syndicat des Transports',
    'Veille sur les accords',
    2,
    'Paul Verdun',
    'Hervé Caradec',
    'waits-after-2',
    'sent',
  ),
  internship(
    'Gabin Rousseau',
    'm',
    'Licence 3 Géologie',
    sciences,
    'Carrières du Granit',
    'Cartographie de fractures',
    3,
    'Maëlle Østergård',
    'Soizic Le Goff',
    circuit,
    'refused',
  ),
  internship(
    'Mila Ferrand',
    'f',
    'Licence 3 Sociologie',
    letters,
    'Observatoire des Quartiers',
    'Enquête sur les mobilités',
    0,
    'Zoé Abadie',
    'Olivier Nédélec',
    circuit,
    'sent',
  ),
  internship(
    'Elouan Riou',
    'm',
    'Master 1 Informatique',
    sciences,
    'Port autonome d’Exemple',
    'Capteurs de niveau d’eau',
    1,
    'Jérôme Castel',
    'Fatou Sow',
    'waits-after-0',
    'sent',
  ),
  internship(
    'Romane Quéré',
    'f',
    'Licence 3 Gestion',
    law,
    'Biscuiterie des Îles',
    'Suivi des stocks',
    2,
    'Paul Verdun',
    'Marc Duval',
    circuit,
    'registered',
  ),
  internship(
    'Adam Le Fur',
    'm',
    'Master 2 Physique',
    sciences,
    'Optique du Large',
    'Banc de mesure de lentilles',
    3,
    'Maëlle Østergård',
    'Anne Cozic',
    circuit,
    'sent',
  ),
  internship(
    'Lina Moreau',
    'f',
    'Licence 2 Histoire de l’art',
    letters,
    'Galerie de la Criée',
    'Médiation d’une exposition',
    0,
    'Zoé Abadie',
    'Sami Trabelsi',
    'refuses-after-1',
    'sent',
  ),
  internship(
    'Titouan Bihannic',
    'm',
    'Licence 3 Informatique',
    sciences,
    'Radio Marée',
    'Archivage d’émissions',
    1,
    'Jérôme Castel',
    'Gwenola Person',
    circuit,
    'sent',
  ),
  internship(
    'Eva Sanchez',
    'f',
    'Master 1 Biologie marine',
    sciences,
    'Aquarium de la Pointe',
    'Élevage de méduses',
    2,
    'Maëlle Østergård',
    'Ronan Le Gall',
    circuit,
    'registered',
  ),
];

/** Twenty-seven internships, so that lists look like those of an office: in every state, most on their way. */
export const furtherInternships: readonly SampleAgreement[] = further.map((internship, index) => {
  const { workflowId, fate } = internship;
  const watchers = ['bureau.des.stages@example.edu'];
  return sampleAgreement({ agreement: agreementOf(internship, index), workflowId, watchers, fate });
});

function internship(
  student: string,
  sex: 'f' | 'm',
  programme: string,
  department: string,
  host: string,
  subject: string,
  period: number,
  teacher: string,
  tutor: string,
  workflowId: string,
  fate: SampleAgreement['fate'],
): Internship {
  const isWoman = sex === 'f';
  return { student, isWoman, programme, department, host, subject, period, teacher, tutor, workflowId, fate };
}

function agreementOf(internship: Internship, index: number): Agreement {
  const { student, isWoman, programme, department, host, subject, teacher, tutor } = internship;
  const { weeks, startsOn, endsOn } = periods[internship.period] ?? periods[0];
  const number = String(index + 1).padStart(2, '0');
  const [studentMail, teacherMail, tutorMail] = [
    mailOf(student, 'edu'),
    mailOf(teacher, 'edu'),
    mailOf(tutor, 'org'),
  ];
  const place = `${index + 2} rue de l’Exemple, 56999 Port-Témoin`;
  const signs = (name: string, mail: string) => ({ ...splitName(name), mail });
  return {
    title: `Convention de stage – ${student}`,
    reference: `2027-02${number}`,
    drawnUpOn: '2026-11-20',
    drawnUpAt: 'Valbrume',
    school: university(department),
    host: {
      name: host,
      siret: `000 000 1${number} 00010`,
      address: place,
      activity: subject,
      department: 'Direction',
      representative: tutor,
      mail: 'accueil@example.org',
    },
    student: {
      fullName: student,
      bornOn: '2005-05-14',
      number: `VB-2024-010${number}`,
      address: `${index + 1} rue du Guet, 35999 Valbrume`,
      programme,
      mail: studentMail,
    },
    internship: {
      subject,
      missions: [
        'découvrir les méthodes du service ;',
        'conduire le travail confié ;',
        'en rendre compte par écrit.',
      ],
      startsOn,
      endsOn,
      weeklyHours: 35,
      totalHours: weeks * 35,
      schedule: 'du lundi au vendredi, de 9 h à 12 h et de 13 h 30 à 17 h 30, hors jours fériés',
      place,
      hourlyAllowanceEuros: null,
      benefits: 'remboursement des frais de transport sur justificatif',
      evaluation: 'Le stage donne lieu à un rapport écrit et compte pour 6 crédits européens (ECTS).',
    },
    teacher: { fullName: teacher, capacity: 'responsable pédagogique', mail: teacherMail },
    tutor: { fullName: tutor, capacity: 'responsable de service', mail: tutorMail },
    signatories: [
      {
        ...signs(student, studentMail),
        phone: `+336399801${number}`,
        order: 1,
        role: isWoman ? 'Étudiante stagiaire' : 'Étudiant stagiaire',
      },
      {
        ...signs(tutor, tutorMail),
        phone: null,
        order: 2,
        role: 'Tuteur de stage et signataire de l’organisme d’accueil',
      },
      { ...headOfSchool, order: 3 },
    ],
  };
}

function splitName(fullName: string): { givenname: string; name: string } {
  const [givenname = '', ...rest] = fullName.split(' ');
  return { givenname, name: rest.join(' ') };
}

/** An address in a domain that is reserved for examples: letters of the name without their accents. */
function mailOf(fullName: string, domain: 'edu' | 'org'): string {
  const { givenname, name } = splitName(fullName);
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll('ø', 'o')
      .normalize('NFD')
      .replace(/[^a-z]/g, '');
  return `${plain(givenname)}.${plain(name)}@example.${domain}`;
}
