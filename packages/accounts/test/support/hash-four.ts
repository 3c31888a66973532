/** Makes four password hashes at once and prints how much more memory that took at its highest. */
import { hashPassword } from '../../src/password-hash.ts';

const before = process.resourceUsage().maxRSS;
await Promise.all(Array.from({ length: 4 }, (_none, number) => hashPassword(`password ${number}`)));
console.log(`${Math.round((process.resourceUsage().maxRSS - before) / 1024)} MiB`);
