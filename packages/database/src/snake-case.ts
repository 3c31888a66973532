/** `isDraft` → `is_draft`, as every column of the models is mapped. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
