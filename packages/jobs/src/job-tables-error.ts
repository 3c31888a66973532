/** The tables of the job queue are not there, old, or not for the role of the service, which may not change that. */
export class JobTablesError extends Error {
  constructor(options: { cause: unknown }) {
    super(
      "The role in database.url may not use the tables of the job queue, or may not make those that this version needs. Run the service's command migrate with the owner of the tables in database.url: npm run migrate -- --grant <role of the service>",
      options,
    );
    this.name = 'JobTablesError';
  }
}
