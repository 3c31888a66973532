import { root } from '@campus/rest';

/** Where the rooms of this service with pages for people are mounted. */
export const paths = {
  rest: root,
  accounts: '/accounts',
  admin: '/admin',
  video: '/video',
  assets: '/static',
} as const;
