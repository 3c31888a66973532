/** An empty or blank text is no value: in the environment it counts as absent, in the file it is a problem. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
