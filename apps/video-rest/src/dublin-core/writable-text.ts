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
