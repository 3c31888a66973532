import type { Agreement, Internship, Signatory } from './agreement.ts';
import { agreementRules } from './agreement-rules.ts';
import { article } from './article.ts';
import type { Block, DocumentText, Fact, Party, SignatureBox } from './document-text.ts';
import { frenchDay, frenchEuros, frenchNumber } from './french-format.ts';

/** The words of an internship agreement: its own terms first, then the rules that all agreements share. */
export function agreementText(agreement: Agreement): DocumentText {
  const { internship, teacher, tutor } = agreement;
  return {
    heading: 'Convention de stage',
    subtitle: `Référence ${agreement.reference} · ${agreement.student.programme}`,
    footer: `Convention de stage n° ${agreement.reference} · exemple fictif, sans valeur juridique`,
    title: agreement.title,
    author: agreement.school.name,
    drawnUpOn: agreement.drawnUpOn,
    parties: parties(agreement),
    articles: [
      article(
        'Objet de la convention',
        'La présente convention règle les rapports de l’organisme d’accueil avec l’établissement d’enseignement et le ou la stagiaire. Elle est conclue en application des articles L. 124-1 à L. 124-20 du code de l’éducation.',
      ),
      {
        heading: 'Sujet et missions',
        blocks: [
          { kind: 'facts', facts: [['Sujet', internship.subject]] },
          paragraph('Les missions confiées au ou à la stagiaire sont les suivantes :'),
          { kind: 'list', items: internship.missions },
        ],
      },
      { heading: 'Dates, durée et horaires', blocks: [{ kind: 'facts', facts: schedule(internship) }] },
      {
        heading: 'Accueil et encadrement',
        blocks: [
          {
            kind: 'facts',
            facts: [
              ['Enseignant référent', `${teacher.fullName}, ${teacher.capacity} (${teacher.mail})`],
              ['Tuteur de stage', `${tutor.fullName}, ${tutor.capacity} (${tutor.mail})`],
            ],
          },
          paragraph(
            'Ils se tiennent mutuellement informés du déroulement du stage. Toute difficulté est portée sans délai à la connaissance de l’un et de l’autre, afin d’être résolue au plus vite.',
          ),
        ],
      },
      { heading: 'Gratification et avantages', blocks: allowance(internship) },
      article(
        'Évaluation et fin du stage',
        internship.evaluation,
        'À l’issue du stage, l’organisme d’accueil délivre une attestation de stage qui mentionne la durée effective totale du stage et, le cas échéant, le montant total de la gratification versée.',
      ),
      ...agreementRules,
    ],
    closing: closing(agreement),
    signatures: signatureBoxes(agreement.signatories),
  };
}

/** Place and day, as they stand above the signatures. */
export function closing({ drawnUpAt, drawnUpOn }: { drawnUpAt: string; drawnUpOn: string }): string {
  return `Fait à ${drawnUpAt}, le ${frenchDay(drawnUpOn)}.`;
}

/** The three parties, as an agreement and its amendments name them. */
export function parties({ school, host, student }: Agreement): Party[] {
  return [
    {
      heading: 'L’établissement d’enseignement',
      facts: [
        ['Nom', school.name],
        ['Adresse', school.address],
        ['Composante', school.department],
        ['Représenté par', school.representative],
        ['Courriel', school.mail],
      ],
    },
    {
      heading: 'L’organisme d’accueil',
      facts: [
        ['Nom', host.name],
        ['SIRET', host.siret],
        ['Adresse', host.address],
        ['Activité', host.activity],
        ['Service d’accueil', host.department],
        ['Représenté par', host.representative],
        ['Courriel', host.mail],
      ],
    },
    {
      heading: 'Le ou la stagiaire',
      facts: [
        ['Nom', student.fullName],
        ['Date de naissance', frenchDay(student.bornOn)],
        ['N° étudiant', student.number],
        ['Adresse', student.address],
        ['Formation suivie', student.programme],
        ['Courriel', student.mail],
      ],
    },
  ];
}

/** One box for each signatory, in the order of signing. */
export function signatureBoxes(signatories: readonly Signatory[]): SignatureBox[] {
  return signatories
    .toSorted((one, other) => one.order - other.order)
    .map(({ givenname, name, role }) => ({ role, name: `${givenname} ${name}` }));
}

function schedule(internship: Internship): Fact[] {
  return [
    ['Période', `du ${frenchDay(internship.startsOn)} au ${frenchDay(internship.endsOn)}`],
    ['Présence effective', `${frenchNumber(internship.totalHours)} heures au total`],
    ['Durée hebdomadaire', `${frenchNumber(internship.weeklyHours)} heures`],
    ['Horaires', internship.schedule],
    ['Lieu du stage', internship.place],
  ];
}

function allowance({ hourlyAllowanceEuros, benefits }: Internship): Block[] {
  const blocks: Block[] =
    hourlyAllowanceEuros === null
      ? [
          paragraph(
            'La durée du stage n’excédant pas deux mois, aucune gratification n’est due (article L. 124-6 du code de l’éducation).',
          ),
        ]
      : [
          {
            kind: 'facts',
            facts: [
              ['Gratification', `${frenchEuros(hourlyAllowanceEuros)} par heure de présence effective`],
            ],
          },
          paragraph(
            'La gratification est due à compter du premier jour du premier mois de stage et versée mensuellement, par virement bancaire (article L. 124-6 du code de l’éducation). Elle ne constitue pas un salaire.',
          ),
        ];
  return [...blocks, { kind: 'facts', facts: [['Avantages', benefits]] }];
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}
