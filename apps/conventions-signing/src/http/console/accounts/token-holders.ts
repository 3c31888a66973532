import { tokenFingerprint } from '@campus/auth';

/** Whose token an actor of the history is, by its fingerprint; one that is configured no more is nobody's. */
export type TokenHolders = ReadonlyMap<string, 'signingApplication' | 'institution'>;

/** Whose the tokens are that are configured now. */
export function tokenHoldersOf({
  publicTokens,
  managementTokens,
}: {
  publicTokens: readonly string[];
  managementTokens: readonly string[];
}): TokenHolders {
  return new Map([
    ...publicTokens.map((token) => [tokenFingerprint(token), 'signingApplication'] as const),
    ...managementTokens.map((token) => [tokenFingerprint(token), 'institution'] as const),
  ]);
}
