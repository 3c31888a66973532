/** One who has an account at the server. */
export interface CasPerson {
  /** What they type, and the server says again in the same letters. */
  user: string;
  attributes?: Record<string, string | string[]>;
}
