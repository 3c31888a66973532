export { attemptFold } from './attempt-fold.ts';
export { attemptWords } from './attempt-words.ts';
export { type CallFailure, callMessages } from './call-failure.ts';
export { type Call, type CallOutcome, callReceiver, storable } from './call-receiver.ts';
export {
  giveUpAfterMs,
  giveUpAt,
  longestRetryAfterMs,
  nextAttemptAt,
  parseRetryAfter,
  waitsMs,
} from './delivery-policy.ts';
export {
  type Exchange,
  type Header,
  keptBytes,
  type ReceivedAnswer,
  type SentRequest,
  secretsOfAddress,
} from './exchange.ts';
export { type Mask, maskFor } from './mask-secrets.ts';
export { blockList, isClosedHost } from './networks.ts';
