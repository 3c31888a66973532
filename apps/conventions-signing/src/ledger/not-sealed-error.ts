import { ExpectedError } from '@campus/config';

/** After much has happened at once, the history of a record is not sealed yet: the service does it all the time. */
export class NotSealedError extends ExpectedError {
  /** Some hundred thousand entries are sealed in that time. */
  readonly retryAfterSeconds = 30;

  constructor() {
    super(
      'so much has happened that the history of this record is not sealed yet, without which there is no evidence; that goes on by itself: try again in half a minute',
    );
  }
}
