import { OperatorError } from '@campus/config';

/** The tables of the job queue are not there, old, or not for the role of the service, which may not change that. */
export class JobTablesError extends OperatorError {
  constructor(options: { cause: unknown }) {
    super(
      "The role in database.url may not use the tables of the job queue, or may not make those that this version needs. Run the service's command migrate with the owner of the tables in database.url: npm run migrate -- --grant <role of the service>",
      options,
    );
  }
}
