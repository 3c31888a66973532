import type { Request } from 'express';
import { isLanguage, type Language, languages } from './language.ts';

/** The language that the caller prefers among ours (RFC 9110 §12.5.4); `byDefault` when it names none. */
export function languageOf(request: Request, byDefault: Language): Language {
  if (request.headers['accept-language'] === undefined) return byDefault;
  const preferred = request.acceptsLanguages(byDefault, ...languages);
  return preferred !== false && isLanguage(preferred) ? preferred : byDefault;
}
