/** Elements within a line: without their tags the words beside them stay together. */
const inline = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** `<p>`, `</p>`, `<br/>`, `<o:p>`, `<!doctype html>`; not `<3`, `a <b`, `<ada@example.org>` or `<https://example.org>`. */
const tag = /<[/!?]?([a-z][a-z\d-]*(?::[a-z][a-z\d-]*)?)(?=[\s/>])[^<>]*>/gi;

/**
 * HTML, or text that only looks a little like it, as one line of text for XML: tags stripped, entities decoded,
 * runs of white space collapsed. What was escaped stays (`&lt;b&gt;` reads `<b>`), and so does a `<` that opens
 * no tag.
 *
 * Takes time in proportion to the length, whatever the text: no tag reaches over another `<`, and a comment that
 * is not closed reaches to the end, as in a browser.
 */
export function plainText(html: string): string {
  return writableText(decodeHtmlEntities(withoutTags(html)))
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}

function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  return html
    .replace(/<!--.*?(?:-->|$)/gs, '')
    .replace(tag, (_tag, name: string) => (inline.has(name.toLowerCase()) ? '' : ' '));
}

/** Tags that begin or end a line of their own. */
const breaking =
  /<\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|blockquote|pre|section|article|br|hr)(?=[\s/>])[^<>]*>/gi;

/** A character of private use: nothing that reads text takes it for white space. */
const lineEnd = '\uE000';

/**
 * A description as its author wrote it, in lines of plain text: those of a text, those that the blocks of HTML make.
 * At most one empty line in a row, none at the ends.
 */
export function textLines(description: string): string[] {
  const marked = description.replace(breaking, lineEnd);
  const whole = marked === description ? description.replace(/\r\n?|\n/g, lineEnd) : marked;
  const lines = plainText(whole)
    .split(lineEnd)
    .map((line) => line.trim());
  const isKept = (line: string, index: number) => line !== '' || (lines[index - 1] ?? '') !== '';
  const kept = lines.filter(isKept);
  if (kept.at(-1) === '') kept.pop();
  return kept;
}

/** Names of U+00A0 to U+00FF, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ' +
  'ucirc uuml yacute thorn yuml';

/** Name and character by turns. */
const others =
  'quot " amp & lt < gt > apos \' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ' +
  'Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο ' +
  'Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ ' +
  'eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ ' +
  'phi φ chi χ psi ψ omega ω thetasym ϑ upsih ϒ piv ϖ ' +
  'ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f ' +
  'ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ ' +
  'prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ real ℜ trade ™ alefsym ℵ ' +
  'larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ ' +
  'nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ ' +
  'int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ ' +
  'perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦';

/** Name → character: the 252 entities of HTML 4, which are those that rich-text editors write, and `apos`. */
const named = new Map<string, string>(
  latin1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)]),
);
const pairs = others.split(' ');
for (let index = 0; index + 1 < pairs.length; index += 2)
  named.set(pairs[index] ?? '', pairs[index + 1] ?? '');

/**
 * The text with its HTML entities decoded, once: `&amp;lt;` becomes `&lt;`. Names that HTML 4 does not know stay
 * as they stand; a number that is no character becomes nothing.
 */
function decodeHtmlEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z][a-z\d]*));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named.get(name) ?? whole;
    const codePoint = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
  });
}

/** All but production `Char` of XML 1.0 (§2.2); with the flag `u` a lone surrogate is a character of its own. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Nothing to do, as in most texts: one look instead of two replacements. */
const plain = /^[\t\n -\ud7ff\ue000-\ufffd]*$/;

/**
 * The text without what no XML 1.0 document can hold, not even escaped: control characters, lone surrogates,
 * U+FFFE and U+FFFF. Line ends become `\n`, which every reader of XML makes of them (§2.11).
 */
export function writableText(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unwritable, '').replace(/\r\n?/g, '\n');
}
