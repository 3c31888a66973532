/** The service, and the plainest program that does the same. */
export type Contestant = 'service' | 'bare';

export const contestants = ['service', 'bare'] as const satisfies Contestant[];
