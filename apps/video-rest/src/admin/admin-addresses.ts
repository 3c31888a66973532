import { paths } from '../pages/open-people.ts';

/** Where the pages of the administration are. */
export const addresses = {
  overview: `${paths.admin}/`,
  tokens: `${paths.admin}/authtoken/`,
  users: `${paths.admin}/users/`,
  encodings: `${paths.admin}/encodings/`,
} as const;

/** An address with its query; what is empty or undefined is left out. */
export function withQuery(
  address: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? address : `${address}?${query}`;
}
