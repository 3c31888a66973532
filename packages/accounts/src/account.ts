/** What must be known of an account to check a password. */
export interface PasswordAccount {
  id: number;
  /** Null: nobody signs in to it by password. */
  passwordHash: string | null;
  isActive: boolean;
}

/** An account as pages know it. */
export interface Account extends PasswordAccount {
  username: string;
  /** Whether it has one now, see `hasSecondFactor` of the package. */
  hasSecondFactor: boolean;
}
