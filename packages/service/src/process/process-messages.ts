/** What the processes of a service say to each other; see `createProcesses` and `joinProcesses`. */

/** What the first asks the others from time to time: their figures, and whether they are ready. */
export type Question = 'figures' | 'report';

/** From the first process. */
export type ToMember = { say: 'begin'; number: number; given: unknown } | { say: Question; id: number };

/** To the first process. */
export type FromMember =
  | { say: 'join' }
  | ({ say: 'ready' } & MemberReady)
  | { say: 'answer'; id: number; answer: unknown };

/** What a process tells of itself when it has come up. */
export interface MemberReady {
  url?: string | undefined;
  /** For the log of the whole. */
  ready: string;
}
