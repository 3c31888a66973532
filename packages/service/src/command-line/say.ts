/** Writes a line of what the program was asked for. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
