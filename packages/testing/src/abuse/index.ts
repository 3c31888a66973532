export { abuse, type Tally } from './abuse.ts';
export { compareVictim, type VictimReport } from './compare-victim.ts';
export { type TimedRequest, type Timing, timeRequests } from './time-requests.ts';
export { type MemoryWatch, watchMemory } from './watch-memory.ts';
