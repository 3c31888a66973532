/** What a person may do in the console; each role may all that those before it may. */
export const roles = ['reader', 'sender', 'administrator'] as const;
export type Role = (typeof roles)[number];

/**
 * What can be done in the console. `send` is everything that changes an agreement or an amendment: register it, send
 * it for signature, take it back, deliver again, record it as signed outside.
 */
export type Right = 'read' | 'send' | 'manage-accounts';

const leastRole = {
  read: 'reader',
  send: 'sender',
  'manage-accounts': 'administrator',
} as const satisfies Record<Right, Role>;

/** Whether somebody with this role may do it. */
export function mayDo(role: Role, right: Right): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRole[right]);
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

/** Whether an account with a password needs a second factor, which this role and those above it do. */
export function mustHaveSecondFactor({ role }: { role: Role }, from: Role | undefined): boolean {
  return from !== undefined && roles.indexOf(role) >= roles.indexOf(from);
}
