/** What staff may give to a run of the encoder, the one that comes last first. */
export const encodingPriorities = ['low', 'normal', 'high'] as const;

export type EncodingPriority = (typeof encodingPriorities)[number];
