/** Who sent a request, as the account was when it came. */
export interface Caller {
  id: number;
  username: string;
  /** Of the client, behind trusted proxies if there are any. */
  address: string | undefined;
  isStaff: boolean;
  isSuperuser: boolean;
  /** How the caller has shown who it is: a browser adds `basic` by itself, `token` never. */
  scheme: 'token' | 'basic';
}
