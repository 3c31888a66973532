import type { Agreement } from '../agreement.ts';
import type { SampleAgreement } from '../sample-agreement.ts';
import { headOfSchool, university } from './school.ts';

/** What the further internships differ in; all else follows from it. */
export interface Internship {
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

/** @param index  among them, from 0: the numbers and addresses of the agreement follow from it */
export function agreementOf(internship: Internship, index: number): Agreement {
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
