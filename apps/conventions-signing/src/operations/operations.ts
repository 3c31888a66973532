import { operationsIn } from '@campus/database';

/** Operations that are under way, of one actor and in all. */
export const operationLimits = { underWayPerCaller: 5, underWay: 50 };

export const operations = operationsIn<string>({
  table: 'operations',
  limits: operationLimits,
  queue: { name: 'operations', expireInSeconds: 90, atStop: 'hand back' },
});
