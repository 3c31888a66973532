import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, OperatorError } from '@campus/config';

/** A certificate of a folder. */
interface CertificateFile {
  /** Name of its file. */
  file: string;
  /** DER. */
  certificate: Uint8Array<ArrayBuffer>;
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of a folder: files in PEM, with any number of them, or in DER; by their names. Files that begin with
 * a dot are left out.
 *
 * @param parameter  that names the folder, for the message of an error
 * @throws OperatorError  the folder cannot be read, or a file of it is no certificate
 */
export async function readCertificateFiles(
  folder: string,
  { parameter }: { parameter: string },
): Promise<CertificateFile[]> {
  const refuse = (what: string, cause?: unknown) => {
    throw new OperatorError(`${parameter}: ${what}`, { cause });
  };
  const names = await readdir(folder).catch((error: unknown) =>
    refuse(
      `the folder ${folder} cannot be read (${errorCode(error)}); correct it, or make it readable`,
      error,
    ),
  );
  const found: CertificateFile[] = [];
  for (const file of names.filter((name) => !name.startsWith('.')).sort()) {
    const place = path.join(folder, file);
    const bytes = await readFile(place).catch((error: unknown) =>
      refuse(`${place} cannot be read (${errorCode(error)}); make it readable, or take it out`, error),
    );
    try {
      for (const one of bytes.toString('latin1').match(pem) ?? [bytes])
        found.push({ file, certificate: new Uint8Array(new X509Certificate(one).raw) });
    } catch (error) {
      refuse(`${place} is no certificate in PEM or DER; put a whole one there, or take it out`, error);
    }
  }
  if (found.length === 0) refuse(`the folder ${folder} holds no certificate; put one there, in PEM or DER`);
  return found;
}
