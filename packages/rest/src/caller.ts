/** Who sent a request, with the rights of that instant. */
export interface Caller {
  id: number;
  username: string;
  /** Of the client, behind trusted proxies if there are any. */
  address: string | undefined;
  isStaff: boolean;
  isSuperuser: boolean;
  /**
   * `token` is sent on purpose; a browser may add `basic` by itself, and `session` is its cookie; a `program` of the
   * command line sends no request.
   */
  scheme: 'token' | 'basic' | 'session' | 'program';
}

/** A program, which whoever may start it lets read and write everything. */
export function programCaller(username: string): Caller {
  return { id: 0, username, address: undefined, isStaff: true, isSuperuser: true, scheme: 'program' };
}
