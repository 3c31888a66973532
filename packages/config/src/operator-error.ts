import { ExpectedError } from './expected-error.ts';

/** An expected failure that the operator of a service can mend: its message says what happened, and how to. */
export class OperatorError extends ExpectedError {}
