/** What a manifest says of a file. */
interface ListedFile {
  path: string;
  size: number;
  sha256: string;
}

/** The file that lists all others of a package; `verify.mjs` takes no other form, so that nothing in it can change unseen. */
export function manifestText(files: readonly ListedFile[]): string {
  const listed = files.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  return `${JSON.stringify({ package: 1, files: listed }, null, 1)}\n`;
}
