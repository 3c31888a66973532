/** One step of a tour: what it does, and the command line to paste. */
export interface TourStep {
  purpose: string;
  command: string;
}
