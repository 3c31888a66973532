import { wholeNumber } from './whole-number.ts';

/** Value parser: a TCP port; 0 lets the system choose a free one. */
export const port = wholeNumber({ min: 0, max: 65_535 });
