const piece = /<(\/?[a-z][a-z0-9]*|!doctype)((?:\s+[a-z][a-z0-9-]*(?:="[^"]*")?)*)\s*>|[^<]+/y;
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * What a browser reads: tags with their attributes, and the texts between, without their escapes. It understands
 * markup as ours is written, attributes in double quotes, and nothing else.
 *
 * @throws Error where the markup is not so
 */
export function readMarkup(markup: string): string[] {
  const pieces: string[] = [];
  piece.lastIndex = 0;
  while (piece.lastIndex < markup.length) {
    const at = piece.lastIndex;
    const [found] = piece.exec(markup) ?? [];
    if (found === undefined) throw new Error(`no markup of ours: ${markup.slice(at, at + 80)}`);
    pieces.push(unescaped(found));
  }
  return pieces;
}

function unescaped(text: string): string {
  return text.replace(/&([a-z]+|#39);/g, (written, name: string) => characters[name] ?? written);
}
