import type { Queue } from '@campus/jobs';

/** One HTTP call to make: the attempt of this number, unless it was made already or the delivery has ended. */
export interface DeliveryJob {
  deliveryId: string;
  attempt: number;
}

/** Calls to the signing application that are due. */
export const deliveryQueue: Queue<DeliveryJob> = { name: 'webhook-delivery', expireInSeconds: 90 };
