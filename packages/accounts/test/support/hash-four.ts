/** Makes the hashes of four new passwords at once and prints how much more memory that took at its highest. */
import { hashNewPassword } from '../../src/password/hash-in-turn.ts';

const before = process.resourceUsage().maxRSS;
const names = ['ada', 'bob', 'eve', 'zoë'];
await Promise.all(
  names.map((username) => hashNewPassword(`a password of ${username}`, { username, by: username })),
);
console.log(`${Math.round((process.resourceUsage().maxRSS - before) / 1024)} MiB`);
