import { inEachLanguage } from '../language/in-each-language.ts';

/** What the accessibility statement says, in the form of the official model. */
export const statementWords = inEachLanguage({
  title: ['Accessibility statement', 'Déclaration d’accessibilité'],
  footer: {
    fully: ['Accessibility: fully compliant', 'Accessibilité\u00a0: totalement conforme'],
    partly: ['Accessibility: partially compliant', 'Accessibilité\u00a0: partiellement conforme'],
    not: ['Accessibility: not compliant', 'Accessibilité\u00a0: non conforme'],
  },
  inOtherLanguage: ['En français', 'In English'],
  institution: ['The institution', 'L’établissement'],
  commitment: (institution: string) => [
    `${institution} undertakes to make its online services accessible, in accordance with article 47 of French law no. 2005-102 of 11 February 2005.`,
    `${institution} s’engage à rendre ses services en ligne accessibles, conformément à l’article 47 de la loi n°\u00a02005-102 du 11\u00a0février 2005.`,
  ],
  appliesTo: ['This statement applies to', 'Cette déclaration s’applique à'],
  state: ['State of compliance', 'État de conformité'],
  is: {
    fully: [
      'It is fully compliant with the RGAA, version 4.1 (EN 301 549).',
      'Ce service est en conformité totale avec le RGAA, version 4.1 (EN 301 549).',
    ],
    partly: [
      'It is partially compliant with the RGAA, version 4.1 (EN 301 549), because of what is listed below.',
      'Ce service est en conformité partielle avec le RGAA, version 4.1 (EN 301 549), en raison des non-conformités énumérées ci-dessous.',
    ],
    not: [
      'It is not compliant with the RGAA, version 4.1 (EN 301 549), because of what is listed below.',
      'Ce service n’est pas en conformité avec le RGAA, version 4.1 (EN 301 549), en raison des non-conformités énumérées ci-dessous.',
    ],
  },
  results: ['Results of the tests', 'Résultats des tests'],
  resultText: ({ met, unmet, percent }: { met: number; unmet: number; percent: number }) => [
    `The authors of the software have tested it themselves: ${percent}\u00a0% of the criteria that apply are met (${met} of ${met + unmet}). No outside party has.`,
    `Les auteurs du logiciel l’ont évalué eux-mêmes\u00a0: ${percent}\u00a0% des critères applicables sont respectés (${met} sur ${met + unmet}). Aucun tiers ne l’a fait.`,
  ],
  notAccessible: ['What is not accessible', 'Contenus non accessibles'],
  unmetOnes: ['Non-compliance', 'Non-conformités'],
  exceptions: ['Disproportionate burden', 'Dérogations pour charge disproportionnée'],
  noExceptions: ['None is claimed.', 'Aucune n’est invoquée.'],
  outside: ['Content outside the obligation', 'Contenus non soumis à l’obligation d’accessibilité'],
  outsideText: [
    'What people and other institutions put into the service was not looked at: videos, documents, texts.',
    'Ce que les personnes et d’autres organismes déposent dans le service n’a pas été évalué\u00a0: vidéos, documents, textes.',
  ],
  preparation: ['Preparation of this statement', 'Établissement de cette déclaration'],
  prepared: (day: string) => [`It was prepared on ${day}.`, `Elle a été établie le ${day}.`],
  technologies: ['Technologies', 'Technologies utilisées'],
  environment: ['Test environment', 'Environnement de test'],
  environmentText: [
    'Chromium, in English and French. Every page: by the tools below. Chosen pages: light and dark, without JavaScript, down to a width of 320 pixels, with the keyboard alone. No screen reader was used: roles, names and states were compared with what is seen.',
    'Chromium, en français et en anglais. Toutes les pages\u00a0: par les outils ci-dessous. Un choix de pages\u00a0: en clair et en sombre, sans JavaScript, jusqu’à 320\u00a0pixels de large, au clavier seul. Aucun lecteur d’écran n’a été utilisé\u00a0: rôles, noms et états ont été comparés à ce qui se voit.',
  ],
  tools: ['Tools', 'Outils d’évaluation'],
  toolsText: [
    'axe-core, and tests of our own for focus, order, spacing and markup, on every change of the software',
    'axe-core, et nos propres tests du focus, de l’ordre, de l’espacement et du balisage, à chaque changement du logiciel',
  ],
  feedback: ['Feedback and contact', 'Retour d’information et contact'],
  feedbackText: [
    'If something here is not accessible to you, tell the institution, which will lead you to an accessible alternative or give you the content in another form.',
    'Si vous n’arrivez pas à accéder à un contenu ou à un service, signalez-le à l’établissement, qui vous orientera vers une alternative accessible ou vous donnera le contenu sous une autre forme.',
  ],
  contact: ['Contact', 'Contact'],
  remedies: ['Remedies', 'Voies de recours'],
  remediesText: [
    'If you have reported a fault that keeps you from a content or a service and have had no satisfactory answer, you may:',
    'Si vous avez signalé un défaut d’accessibilité qui vous empêche d’accéder à un contenu ou à un service et n’avez pas obtenu de réponse satisfaisante, vous pouvez\u00a0:',
  ],
  write: ['write to the Defender of Rights', 'écrire un message au Défenseur des droits'],
  delegate: [
    'meet the delegate of the Defender of Rights in your region',
    'contacter le délégué du Défenseur des droits dans votre région',
  ],
  post: [
    'write by post, free of charge: Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07',
    'envoyer un courrier par la poste, gratuitement\u00a0: Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07',
  ],
  all: ['The 106 criteria of RGAA 4.1', 'Les 106 critères du RGAA 4.1'],
  criterion: ['Criterion', 'Critère'],
  result: ['Result', 'Résultat'],
  how: ['Tested by', 'Vérifié par'],
  byHand: ['hand', 'examen manuel'],
  verdicts: {
    met: ['met', 'conforme'],
    unmet: ['not met', 'non conforme'],
    none: ['does not apply', 'non applicable'],
  },
});
