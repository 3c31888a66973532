/** Where the pages of this service are mounted: all below one path, for the web server's range of addresses. */
export const paths = {
  console: '/console',
  /** Sign-in, sign-out and one's own account. */
  own: '/console/account',
  accounts: '/console/accounts',
  assets: '/console/static',
} as const;
