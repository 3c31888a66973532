export { abuse } from './abuse.ts';
export { compareVictim } from './compare-victim.ts';
export { type TimedRequest, timeRequests } from './time-requests.ts';
export { type MemoryWatch, watchMemory } from './watch-memory.ts';
