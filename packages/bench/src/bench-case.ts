import type { Contestant } from './contestant.ts';

/** One kind of request, measured at both servers. */
export interface BenchCase {
  name: string;
  /** What the service should reach of the bare server's rate, where that was set. */
  aim?: number;
  /** Whether both servers must answer the same bytes. */
  sameAnswer?: true;
  /** Whether it changes the database. */
  writes?: true;
  /** How many the service may send to the database for one request; `npm run bench:smoke` counts. */
  statements: number;
  /** The status of a right answer; absent: any of success. */
  status?: number;
  /** Requests under way at once, where the case says so itself. */
  connections?: number;
  /** The n-th request. */
  request(n: number, contestant: Contestant): Buffer;
}

/**
 * @throws Error  when this is not the status of a right answer: a figure of refusals would mean nothing
 */
export function requireStatus({ name, status: right }: BenchCase, status: number): void {
  const isRight = right === undefined ? status >= 200 && status < 300 : status === right;
  if (!isRight) throw new Error(`${name} was answered with ${status}`);
}
