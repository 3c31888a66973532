/** Who sent a request, as the account was when it came. */
export interface Caller {
  id: number;
  isStaff: boolean;
  isSuperuser: boolean;
  /** How the caller has shown who it is: a browser adds `basic` by itself, `token` never. */
  scheme: 'token' | 'basic';
}
