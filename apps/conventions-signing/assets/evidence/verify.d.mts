/** Something in a package that is not as it was made. */
export class Misfit extends Error {}

/** Something that cannot be checked here. */
export class Unchecked extends Error {}

/**
 * Checks a package, an archive or a folder, and says in sentences what was checked.
 *
 * @param options.authority  a file of certificates in PEM that are trusted for time stamps
 * @throws Misfit     about the first thing that does not fit
 * @throws Unchecked  when there are time stamps, but no openssl, and when there are no certificates in the file
 */
export function verifyPackage(place: string, options?: { authority?: string | undefined }): Promise<string[]>;
