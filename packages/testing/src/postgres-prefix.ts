/** Stands before PostgreSQL's programs, which refuse to run as root: in this user namespace root is called 1000. */
export const postgresPrefix =
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];
