import { paths } from '../../addresses.ts';

/** Where the pages of the administration are. */
export const addresses = {
  overview: `${paths.admin}/`,
  tokens: `${paths.admin}/authtoken/`,
  users: `${paths.admin}/users/`,
  history: `${paths.admin}/history/`,
  encodings: `${paths.admin}/encodings/`,
} as const;
