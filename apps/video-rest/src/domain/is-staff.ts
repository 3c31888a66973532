/** Staff, and superusers whether or not they are marked as staff too. */
export function isStaff(account: { isStaff: boolean; isSuperuser: boolean }): boolean {
  return account.isStaff || account.isSuperuser;
}
