/**
 * The language of a stream as its tag says it → ISO 639-1: `fra` and `fre` (ISO 639-2), `fr-CA` (BCP 47) are `fr`. Pure.
 *
 * @returns null where it says none, or one without two letters
 */
export function languageOfTag(tag: string | undefined): string | null {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag?.replace('_', '-'));
    const [language = ''] = canonical.split('-');
    return language.length === 2 ? language : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A language in its own words, as its speakers look for it: `Français`. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

const longestTitle = 60;

/** What a stream calls itself, as people may be shown it; undefined: nothing. */
export function titleOfTag(tag: string | undefined): string | undefined {
  const words = tag?.replaceAll(/[\p{C}\s"]+/gu, ' ').trim() ?? '';
  // In characters: PostgreSQL has no JSON with half of one.
  const title = [...words].slice(0, longestTitle).join('').trim();
  return title === '' ? undefined : title;
}
