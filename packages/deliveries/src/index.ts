export {
  giveUpAfterMs,
  giveUpAt,
  longestRetryAfterMs,
  nextAttemptAt,
  parseRetryAfter,
  waitsMs,
} from './delivery-policy.ts';
export { type Mask, masked, maskFor } from './mask-secrets.ts';
