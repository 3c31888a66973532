/** `titre` → `Titre`, as a label stands above its field. */
export function capitalised(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
