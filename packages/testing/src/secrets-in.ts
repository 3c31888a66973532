/**
 * Which of these secrets can be read in a text: as they are, as they stand in an address, or in Base64 as in a header
 * of the scheme Basic, alone or as the password of one of `usernames`.
 */
export function secretsIn(
  text: string,
  secrets: readonly string[],
  { usernames = [] }: { usernames?: readonly string[] } = {},
): string[] {
  // What the last letters become depends on what follows.
  const base64 = (plain: string) => Buffer.from(plain).toString('base64').replace(/.?=+$/, '');
  const formsOf = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    ...['', ...usernames.map((name) => `${name}:`)].map((before) => base64(before + secret)),
  ];
  // An empty one would be in every text.
  return secrets.filter((secret) => secret !== '' && formsOf(secret).some((form) => text.includes(form)));
}
