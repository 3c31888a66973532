import { tokenFingerprint } from '@campus/auth';

/** Whose token an actor of the history is, by its fingerprint; one that is configured no more is nobody's. */
export type TokenHolders = ReadonlyMap<string, 'signingApplication' | 'institution'>;

/** The tokens that are configured now, by which the history tells whose application did something. */
export interface ConfiguredTokens {
  /** Those of signing applications. */
  publicTokens: readonly string[];
  /** Those of the institution's own application. */
  managementTokens: readonly string[];
}

/** Whose the tokens are that are configured now. */
export function tokenHoldersOf({ publicTokens, managementTokens }: ConfiguredTokens): TokenHolders {
  return new Map([
    ...publicTokens.map((token) => [tokenFingerprint(token), 'signingApplication'] as const),
    ...managementTokens.map((token) => [tokenFingerprint(token), 'institution'] as const),
  ]);
}
