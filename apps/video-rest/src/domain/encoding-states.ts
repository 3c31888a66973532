/** What becomes of a run of the encoder, in this order; at most one run of a video is queued or running. */
export const encodingStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export type EncodingState = (typeof encodingStates)[number];

/** A run that is asked for or at work. */
export const activeStates = ['queued', 'running'] as const satisfies readonly EncodingState[];

export function isActive(state: unknown): boolean {
  return activeStates.some((active) => active === state);
}

/** What staff may give to a run of the encoder, the one that comes last first. */
export const encodingPriorities = ['low', 'normal', 'high'] as const;

export type EncodingPriority = (typeof encodingPriorities)[number];
