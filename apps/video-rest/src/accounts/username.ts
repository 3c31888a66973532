const maxCharacters = 150;

/** Whether a text can be a user name: as in the reference, letters and digits of any script and `@.+-_`. */
export function isUsername(text: string): boolean {
  return [...text].length <= maxCharacters && /^[\p{L}\p{N}@.+\-_]+$/u.test(text);
}
