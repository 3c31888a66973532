import type { Amendment } from './agreement.ts';
import { closing, parties, signatureBoxes } from './agreement-text.ts';
import { article } from './article.ts';
import type { DocumentText } from './document-text.ts';
import { frenchDay } from './french-format.ts';

/** The words of an amendment: what it changes in its agreement, and that everything else stays. */
export function amendmentText(amendment: Amendment): DocumentText {
  const { agreement } = amendment;
  return {
    heading: 'Avenant à la convention de stage',
    subtitle: `Référence ${amendment.reference} · modifie la convention ${agreement.reference}`,
    footer: `Avenant n° ${amendment.reference} · exemple fictif, sans valeur juridique`,
    title: amendment.title,
    author: agreement.school.name,
    drawnUpOn: amendment.drawnUpOn,
    parties: parties(agreement),
    articles: [
      article(
        'Objet de l’avenant',
        `Le présent avenant modifie la convention de stage n° ${agreement.reference}, établie à ${agreement.drawnUpAt} le ${frenchDay(agreement.drawnUpOn)}, dont le sujet est « ${agreement.internship.subject} ».`,
        amendment.reason,
      ),
      ...amendment.changes.map(({ heading, paragraphs }) => article(heading, ...paragraphs)),
      article(
        'Autres dispositions',
        'Toutes les autres dispositions de la convention demeurent inchangées et continuent de s’appliquer.',
        `Le présent avenant prend effet le ${frenchDay(amendment.effectiveOn)}, après signature de toutes les parties. Il est annexé à la convention.`,
      ),
    ],
    closing: closing(amendment),
    signatures: signatureBoxes(amendment.signatories),
  };
}
