import { OperatorError } from '@campus/config';

/** The generated password of the first account cannot be kept for whoever runs the service. */
export class FirstPasswordError extends OperatorError {
  constructor({ path, cause }: { path: string; cause: unknown }) {
    // Not by its class: an error of Node's own modules is no `instanceof Error` of a test's realm.
    const why = String(cause).replace(/^Error: /, '');
    super(
      `The password of the first account cannot be written to ${path}: ${why}; let the user of this service write there, or set data.dir to another folder.`,
      { cause },
    );
  }
}
