import { article } from './article.ts';
import type { Article } from './document-text.ts';

/** The articles that are the same in every agreement: sample text in the spirit of the French model, no legal advice. */
export const agreementRules: readonly Article[] = [
  article(
    'Protection sociale et accidents',
    'Pendant toute la durée du stage, le ou la stagiaire reste affilié à son régime de sécurité sociale et conserve son statut étudiant. Il ou elle bénéficie de la législation sur les accidents du travail (article L. 412-8 du code de la sécurité sociale).',
    'En cas d’accident survenant au cours du stage ou sur le trajet, l’organisme d’accueil adresse la déclaration à la caisse compétente dans les délais légaux et en avertit aussitôt l’établissement d’enseignement.',
  ),
  article(
    'Responsabilité et assurance',
    'L’organisme d’accueil et le ou la stagiaire déclarent être garantis au titre de la responsabilité civile. Lorsque l’organisme d’accueil met un véhicule à disposition, il s’assure que la police d’assurance en couvre l’usage.',
  ),
  article(
    'Discipline',
    'Le ou la stagiaire respecte les règles applicables dans l’organisme d’accueil, notamment en matière d’horaires, d’hygiène et de sécurité. Toute sanction disciplinaire relève de l’établissement d’enseignement, que l’organisme d’accueil informe des manquements constatés.',
  ),
  article(
    'Congés, absences et interruption',
    'En cas de grossesse, de paternité ou d’adoption, des congés et autorisations d’absence sont accordés pour une durée équivalente à celle dont bénéficient les salariés (article L. 124-13 du code de l’éducation).',
    'Si l’une des parties souhaite interrompre le stage, elle en informe les autres par écrit en exposant ses motifs. La décision n’est prise qu’au terme d’une concertation entre l’enseignant référent et le tuteur de stage.',
  ),
  article(
    'Confidentialité',
    'Le devoir de réserve est de rigueur absolue. Le ou la stagiaire n’utilise en aucun cas les informations recueillies pour en faire publication ou communication à des tiers sans l’accord préalable de l’organisme d’accueil, y compris dans le rapport de stage.',
  ),
  article(
    'Propriété intellectuelle',
    'Si les travaux du ou de la stagiaire donnent lieu à la création d’une œuvre protégée par le droit d’auteur, y compris un logiciel, l’organisme d’accueil qui souhaite l’utiliser conclut un contrat avec son auteur, conformément au code de la propriété intellectuelle.',
  ),
  article(
    'Droit applicable',
    'La présente convention est régie exclusivement par le droit français. Tout litige non résolu par voie amiable est soumis à la juridiction française compétente.',
  ),
];
