const noBreakSpace = '\u00a0';

/**
 * Replaces the spaces at which a French line must not break (before double punctuation, inside guillemets,
 * between a number and what it counts, inside a reference to a law) by no-break spaces.
 *
 * Only U+00A0 is used: the narrow one (U+202F) is not in the character set of a PDF's standard fonts.
 */
export function frenchSpacing(text: string): string {
  return text
    .replace(/\u202f/g, noBreakSpace)
    .replace(/ (?=[:;?!»%€])/g, noBreakSpace)
    .replace(/(?<=«) /g, noBreakSpace)
    .replace(/(?<=\b[LDR]\.) (?=\d)/g, noBreakSpace)
    .replace(/(?<=n°|\barticle|\barticles) (?=[\dLDR])/g, noBreakSpace)
    .replace(/(?<=\d) (?=\d{3}\b|h\b|heures?\b|jours?\b|mois\b|semaines?\b)/g, noBreakSpace);
}
