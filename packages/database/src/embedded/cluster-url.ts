/** The URL of a database of the embedded PostgreSQL. The password is one of ours and fits into a URL as it is. */
export function clusterUrl(parts: {
  user: string;
  password: string;
  port: number;
  database: string;
}): string {
  const [user, database] = [parts.user, parts.database].map(encodeURIComponent);
  return `postgresql://${user}:${parts.password}@127.0.0.1:${parts.port}/${database}`;
}
